// Quotient times divisor plus remainder is the dividend; a remainder may be as large as the divisor minus one.
// expect: assert holds
// variant: -DMARGIN=2
// expect: assert violated
#include <assert.h>

#ifndef MARGIN
#define MARGIN 1
#endif

extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(b >= 2);
    unsigned quotient = a / b, remainder = a % b;
    assert(quotient * b + remainder == a);
    assert(remainder <= b - MARGIN);
    return 0;
}
