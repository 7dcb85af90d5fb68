// A semaphore that starts with an input is taken twice: fine from 2 on.
// expect: deadlock violated
// slow: order
// variant: -DLEAST=2
// expect: deadlock holds
// expect: assert holds
#include <assert.h>
#include <semaphore.h>

#ifndef LEAST
#define LEAST 1
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    sem_t semaphore;
    int value;
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= LEAST && n <= 1000000);
    sem_init(&semaphore, 0, n);
    sem_wait(&semaphore);
    sem_wait(&semaphore);
    sem_getvalue(&semaphore, &value);
    assert(value == (int)n - 2);
    return 0;
}
