// A section overflows before it waits: the value wraps around, and the wait is for ever. Without
// the overflow it is not waited at all.
// expect: overflow violated
// expect: deadlock violated
// variant: -DLARGEST=100
// expect: overflow holds
// expect: deadlock holds
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#ifndef LARGEST
#define LARGEST 0x7fffffff
#endif

static int count = LARGEST;
static sem_t semaphore;

int main(void)
{
    sem_init(&semaphore, 0, 0);
    __VERIFIER_atomic_begin();
    if (count + 1 < 0)
        sem_wait(&semaphore);
    __VERIFIER_atomic_end();
    return 0;
}
