// One signal is not enough for two waiting threads; a broadcast is.
// expect: deadlock violated
// slow: order
// variant: -DBROADCAST
// expect: deadlock holds
// slow: order
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused) {
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, waiter, 0);
    pthread_create(&two, 0, waiter, 0);
    pthread_mutex_lock(&lock);
    ready = 1;
#ifdef BROADCAST
    pthread_cond_broadcast(&changed);
#else
    pthread_cond_signal(&changed);
#endif
    pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
