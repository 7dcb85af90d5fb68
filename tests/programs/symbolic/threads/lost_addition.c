// Two threads add inputs: read and written apart, one addition may be lost; in one step never.
// expect: assert violated
// expect: race holds
// variant: -DANY
// expect: assert holds
// variant: -DIN_ONE_STEP
// expect: assert holds
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static _Atomic unsigned sum;
static unsigned a, b;

static void add(unsigned n) {
#ifdef IN_ONE_STEP
    sum += n;
#else
    unsigned old = sum;
    sum = old + n;
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
#ifdef ANY
    assert(sum == a || sum == b || sum == a + b);
#else
    assert(sum == a + b);
#endif
    return 0;
}
