// A section in which a check fails ends its thread there; what the others do is found all the same.
// expect: division violated
// expect: deadlock violated
// variant: -DOVERFLOW
// expect: assert violated
// expect: overflow violated
// expect: race holds
// variant: -DOVERFLOW -DSMALL
// expect: assert violated
// expect: overflow holds
// expect: race holds
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared, other;

#ifdef OVERFLOW
static void *worker(void *unused) {
    (void)unused;
    shared = 1;
#ifdef SMALL
    int difference = other - 1;
#else
    int difference = other - INT_MIN;
#endif
    (void)difference;
    return 0;
}

int main(void) {
    pthread_t thread;
    (void)mutex;
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_begin();
    other = shared;
    assert(other == 2);
    __VERIFIER_atomic_end();
    return 0;
}
#else
static void *worker(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    shared = 5 / shared;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    (void)other;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    return 0;
}
#endif
