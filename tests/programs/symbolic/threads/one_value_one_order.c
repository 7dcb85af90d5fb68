// 2346 is 3 * 782 and comes out only if 782 is added before the other thread reads for tripling; 2347 never does.
// expect: assert violated
// expect: race holds
// variant: -DFORBIDDEN=2347
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

#ifndef FORBIDDEN
#define FORBIDDEN 2346
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static _Atomic unsigned shared;

static void *triple(void *unused) {
    unsigned old = shared;
    shared = old * 3;
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 1000);
    pthread_create(&thread, 0, triple, 0);
    unsigned old = shared;
    shared = old + n;
    pthread_join(thread, 0);
    /* 3n in order; n or 0 otherwise. */
    assert(shared != FORBIDDEN);
    return 0;
}
