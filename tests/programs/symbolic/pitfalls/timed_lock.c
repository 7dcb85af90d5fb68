// A timed lock gives up or not; both ways go on with what they know, and nobody waits for ever.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DALWAYS_IN_TIME
// expect: assert violated
// expect: deadlock holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned n, shared, copied;

static void *worker(void *unused) {
    struct timespec limit = {1, 0};
    int result = pthread_mutex_timedlock(&lock, &limit);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0) {
        copied = shared;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, worker, 0);
    shared = n;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    /* Locked before create: a lock in time comes after the store. */
#ifdef ALWAYS_IN_TIME
    assert(copied == n);
#else
    assert(copied == n || copied == 0);
#endif
    return 0;
}
