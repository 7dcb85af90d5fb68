// A function that returns out of the middle of two loops gives the first pair, and a default behind the loops.
// unwind: 4
// expect: assert holds
// variant: -DFORBIDDEN=22
// expect: assert violated
// variant: -DFORBIDDEN=99
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 33
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int find(unsigned n) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if ((n >> (3 * i + j) & 1) != 0)
                return 10 * i + j;
    return 99;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int found = find(n);
    /* 0, 1, 2, 10, ..., 22, or 99: the lowest of the nine lower bits that is set. */
    assert((found == 99) == (n % 512 == 0));
    assert((found == 0) == (n % 2 == 1));
    assert(found != FORBIDDEN);
    return 0;
}
