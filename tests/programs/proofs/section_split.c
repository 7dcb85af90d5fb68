// What one section changes is seen as a whole; what two sections change is seen in between, and what one that fails changed is never seen.
// expect: assert violated
// variant: -DWHOLE
// expect: assert holds
// modular: assert
// variant: -DFAILING
// expect: assert holds
// modular: assert
// variant: -DFAILING -DPERHAPS
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);

static atomic_int shared;

static void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    shared = 1;
#if defined FAILING && defined PERHAPS
    __VERIFIER_assume(__VERIFIER_nondet_bool());
#elif defined FAILING
    __VERIFIER_assume(shared == 0);
#elif !defined WHOLE
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
#ifndef FAILING
    shared = 0;
#endif
    __VERIFIER_atomic_end();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int seen = shared;
    assert(seen == 0);
    pthread_exit(0);
}
