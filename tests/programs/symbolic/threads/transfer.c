// An amount goes from one account to another; in one step the sum is always seen right, in two it is not.
// expect: assert holds
// variant: -DIN_TWO_STEPS
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned first = 100, second = 50, amount;

static void *transfer(void *unused) {
    __VERIFIER_atomic_begin();
    first -= amount;
#ifdef IN_TWO_STEPS
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    second += amount;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    amount = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, transfer, 0);
    __VERIFIER_atomic_begin();
    unsigned sum = first + second;
    __VERIFIER_atomic_end();
    assert(sum == 150);
    pthread_join(thread, 0);
    return 0;
}
