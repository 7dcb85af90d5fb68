// Under the lock the number is even; without it the half-done odd number is seen, and fails for one input only.
// expect: assert holds
// variant: -DUNLOCKED
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic unsigned shared;

static void *worker(void *unused) {
#ifndef UNLOCKED
    pthread_mutex_lock(&lock);
#endif
    assert(shared != 0x13579bdfu);
#ifndef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    shared = n * 3u;
    shared = shared * 2u;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
