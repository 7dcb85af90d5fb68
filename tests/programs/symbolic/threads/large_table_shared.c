// Two threads store into a thousand cells at any places; who comes last at a common place is open.
// expect: assert holds
// expect: race holds
// slow: schedule uw order
// variant: -DLAST
// expect: assert violated
// slow: order
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static _Atomic unsigned cells[1000];
static unsigned i, j, x, y;

static void *worker(void *unused) {
    cells[i] = x;
    return 0;
}

int main(void) {
    pthread_t thread;
    i = __VERIFIER_nondet_uint() % 1000;
    j = __VERIFIER_nondet_uint() % 1000;
    x = __VERIFIER_nondet_uint();
    y = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    cells[j] = y;
    pthread_join(thread, 0);
    assert(cells[i] == x || (i == j && cells[i] == y));
#ifdef LAST
    assert(cells[j] == y);
#endif
    return 0;
}
