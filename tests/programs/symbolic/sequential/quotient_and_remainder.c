// Quotient times divisor plus remainder is the dividend; a remainder may be as large as the divisor minus one.
// expect: assert holds
// variant: -DMARGIN=2
// expect: assert violated
#include <assert.h>

#ifndef MARGIN
#define MARGIN 1
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    /* Small: products of two unknowns are hard for solvers. */
    __VERIFIER_assume(a < 256 && b >= 2 && b < 16);
    unsigned quotient = a / b, remainder = a % b;
    assert(quotient * b + remainder == a);
    assert(remainder <= b - MARGIN);
    return 0;
}
