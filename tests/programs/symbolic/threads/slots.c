// Two threads write to the cells that two inputs name: a race if and only if the inputs are equal.
// expect: race violated
// variant: -DDIFFERENT
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned cells[4], i, j;

static void *worker(void *unused) {
    cells[i] = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    i = __VERIFIER_nondet_uint() % 4;
    j = __VERIFIER_nondet_uint() % 4;
#ifdef DIFFERENT
    __VERIFIER_assume(i != j);
#endif
    pthread_create(&thread, 0, worker, 0);
    cells[j] = 2;
    pthread_join(thread, 0);
    assert(cells[j] == 2);
    return 0;
}
