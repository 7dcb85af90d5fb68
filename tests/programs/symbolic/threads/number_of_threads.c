// As many threads as an input says, each of which counts once.
// unwind: 4
// expect: assert holds
// expect: race holds
// variant: -DFORBIDDEN=3
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef FORBIDDEN
#define FORBIDDEN 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static _Atomic unsigned count;

static void *worker(void *unused) {
    count++;
    return 0;
}

int main(void) {
    pthread_t threads[3];
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= 3);
    for (unsigned i = 0; i < n; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (unsigned i = 0; i < n; i++)
        pthread_join(threads[i], 0);
    assert(count == n);
    assert(count != FORBIDDEN);
    return 0;
}
