// One number waits for ever; all others go on, and what they do is checked as well.
// expect: deadlock violated
// expect: assert holds
// variant: -DFORBIDDEN=1
// expect: assert violated
// variant: -DPOSTS=1
// expect: deadlock holds
// expect: assert holds
#include <assert.h>
#include <semaphore.h>

#ifndef POSTS
#define POSTS 0
#endif
#ifndef FORBIDDEN
#define FORBIDDEN 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static sem_t never;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    sem_init(&never, 0, POSTS);
    if (n % 4 == 3)
        sem_wait(&never);
    assert(n % 4 != FORBIDDEN);
    return 0;
}
