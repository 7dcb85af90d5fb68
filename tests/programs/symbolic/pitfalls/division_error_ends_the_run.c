// A division by zero ends its thread; behind it the divisor is not zero.
// expect: division violated
// expect: assert holds
// variant: -DFORBIDDEN=2
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 0
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() * 3u;
    unsigned quotient = 100u / n;
    assert(n != FORBIDDEN || quotient > 100);
    return 0;
}
