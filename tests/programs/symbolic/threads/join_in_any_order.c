// Two threads joined in the order that an input says: both are done afterwards, after the first join only one is.
// expect: assert holds
// expect: deadlock holds
// variant: -DTOO_EARLY
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static _Atomic int done[2];

static void *worker(void *argument) {
    done[(long)argument] = 1;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    unsigned first = __VERIFIER_nondet_uint() * 3u % 2;
    pthread_create(&threads[0], 0, worker, (void *)0L);
    pthread_create(&threads[1], 0, worker, (void *)1L);
    pthread_join(threads[first], 0);
    assert(done[first]);
#ifdef TOO_EARLY
    assert(done[1 - first]);
#endif
    pthread_join(threads[1 - first], 0);
    assert(done[0] && done[1]);
    return 0;
}
