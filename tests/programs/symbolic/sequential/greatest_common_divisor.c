// Euclid's algorithm for numbers up to 8 takes at most five rounds, and its result divides both.
// unwind: 6
// expect: assert holds
// variant: -DFORBIDDEN=4
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 9
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a >= 1 && a <= 8 && b >= 1 && b <= 8 && a != b);
    unsigned x = a, y = b;
    while (y != 0) {
        unsigned rest = x % y;
        x = y;
        y = rest;
    }
    assert(x != 0 && a % x == 0 && b % x == 0);
    assert(x != FORBIDDEN);
    return 0;
}
