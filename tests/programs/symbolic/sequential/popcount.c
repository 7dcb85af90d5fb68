// Counting bits in parallel gives what the instruction gives; a wrong mask loses the count of a pair.
// expect: assert holds
// slow: lazy schedule uw bmc
// variant: -DMASK=0x33333331u
// expect: assert violated
#include <assert.h>

#ifndef MASK
#define MASK 0x33333333u
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = n - (n >> 1 & 0x55555555u);
    x = (x & MASK) + (x >> 2 & MASK);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    x = x * 0x01010101u >> 24;
    assert(x == (unsigned)__builtin_popcount(n));
    return 0;
}
