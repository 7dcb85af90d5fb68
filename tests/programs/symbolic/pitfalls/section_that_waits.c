// A section waits in front of its assumption over a shared number; it happens with the numbers 0 to 3 alone.
// expect: assert holds
// expect: deadlock holds
// variant: -DMOST=2
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef MOST
#define MOST 3
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static _Atomic unsigned shared;

static void *worker(void *unused) {
    shared = 1;
    shared = 2;
    shared = 3;
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint(), seen;
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_begin();
    seen = shared;
    __VERIFIER_assume(seen * 5u == n * 5u);
    __VERIFIER_atomic_end();
    assert(n <= MOST);
    pthread_join(thread, 0);
    return 0;
}
