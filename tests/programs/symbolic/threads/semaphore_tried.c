// Trying a semaphore that starts with an input: it works as often as its value says.
// expect: assert holds
// expect: deadlock holds
// variant: -DFORBIDDEN=1
// expect: assert violated
#include <assert.h>
#include <semaphore.h>

#ifndef FORBIDDEN
#define FORBIDDEN 3
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    sem_t semaphore;
    unsigned n = __VERIFIER_nondet_uint(), taken = 0;
    __VERIFIER_assume(n <= 5);
    sem_init(&semaphore, 0, n);
    if (sem_trywait(&semaphore) == 0)
        taken++;
    if (sem_trywait(&semaphore) == 0)
        taken++;
    assert(taken == (n < 2 ? n : 2));
    assert(taken != FORBIDDEN);
    return 0;
}
