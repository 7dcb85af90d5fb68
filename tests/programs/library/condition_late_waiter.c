// A signal wakes one of the threads that wait then: a thread that begins to wait later cannot take it away.
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int early_waits, signalled, early_done;

static void *early(void *unused) {
    pthread_mutex_lock(&lock);
    early_waits = 1;
    if (!signalled)
        pthread_cond_wait(&changed, &lock);
    early_done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *late(void *unused) {
    pthread_mutex_lock(&lock);
    if (signalled && !early_done)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, early, 0);
    pthread_create(&two, 0, late, 0);
    pthread_mutex_lock(&lock);
    signalled = 1;
    if (early_waits)
        pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
