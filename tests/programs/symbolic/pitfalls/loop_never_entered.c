// A loop without an end that no input enters needs no rounds, and a branch that no input takes does no harm.
// unwind: 1
// expect: assert holds
// expect: memory holds
// expect: division holds
// variant: -DFACTOR=3u
// expect: memory violated
#include <assert.h>

#ifndef FACTOR
#define FACTOR 2u
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned zero;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n * FACTOR == 7u) {
        *(int *)0 = 1;
        assert(0);
        n /= zero;
    }
    while (n * 4u == 7u)
        n += 1u << 30;
    return 0;
}
