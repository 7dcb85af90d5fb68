// Two threads wait for their number with a spinning loop; the inputs' order decides who writes last.
// unwind: 3 incomplete
// expect: assert holds
// expect: race holds
// variant: -DUNORDERED
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static _Atomic int turn;
static _Atomic unsigned last;
static unsigned n;

static void *worker(void *unused) {
#ifndef UNORDERED
    while (turn != 1)
        ;
#endif
    last = n;
    return 0;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_uint() * 2u + 1u;
    pthread_create(&thread, 0, worker, 0);
    last = n * 2u;
    turn = 1;
    pthread_join(thread, 0);
    assert(last % 2 == 1);
    return 0;
}
