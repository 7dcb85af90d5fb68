// Additions by compare and swap: tried again until it works, nothing is lost; tried once, one may be.
// unwind: 3
// expect: assert holds
// expect: race holds
// slow: schedule uw
// variant: -DONCE
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);

static atomic_uint sum;
static unsigned a, b;

/* With two threads it fails once at most: the other succeeds once. */
static void add(unsigned n) {
    unsigned old = sum;
#ifdef ONCE
    atomic_compare_exchange_strong(&sum, &old, old + n);
#else
    while (!atomic_compare_exchange_strong(&sum, &old, old + n))
        ;
#endif
}

static void *worker(void *unused) {
    add(a);
    return 0;
}

int main(void) {
    pthread_t thread;
    a = __VERIFIER_nondet_uint();
    b = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    add(b);
    pthread_join(thread, 0);
    assert(sum == a + b);
    return 0;
}
