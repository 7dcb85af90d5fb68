// Who waits for a signal without looking whether it was sent already waits for ever, if it was.
// expect: deadlock violated
// variant: -DLOOKS
// expect: deadlock holds
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int sent;

static void *sender(void *unused) {
    pthread_mutex_lock(&lock);
    sent = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    pthread_mutex_lock(&lock);
#ifdef LOOKS
    if (!sent)
        pthread_cond_wait(&changed, &lock);
#else
    pthread_cond_wait(&changed, &lock);
#endif
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    assert(sent == 1);
    return 0;
}
