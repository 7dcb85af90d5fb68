// A barrier for as many threads as an input says, and two that come: three are waited for in vain.
// expect: deadlock holds
// expect: assert holds
// variant: -DMOST=3
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>

#ifndef MOST
#define MOST 2
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static pthread_barrier_t barrier;
static _Atomic int arrived;

static void *worker(void *unused) {
    arrived++;
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= MOST);
    pthread_barrier_init(&barrier, 0, n);
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    assert(n == 1 || arrived == 2);
    pthread_join(thread, 0);
    return 0;
}
