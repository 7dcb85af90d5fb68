// A loop of a million rounds that an input leaves after three at most.
// unwind: 5
// expect: assert holds
// variant: -DFORBIDDEN=3
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i;
    __VERIFIER_assume(n <= 3);
    for (i = 0; i < 1000000; i++)
        if (i == n)
            break;
    assert(i == n);
    assert(i != FORBIDDEN);
    return 0;
}
