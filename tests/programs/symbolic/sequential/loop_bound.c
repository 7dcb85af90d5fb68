// A loop that runs as often as an input says, at most ten times: 55 is the sum for 10 alone.
// unwind: 11
// expect: assert holds
// variant: -DFORBIDDEN=55
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 54
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    __VERIFIER_assume(n <= 10);
    for (unsigned i = 1; i <= n; i++)
        sum += i;
    assert(sum == n * (n + 1) / 2);
    assert(sum != FORBIDDEN);
    return 0;
}
