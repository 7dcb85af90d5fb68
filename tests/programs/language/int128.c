// Integers of 128 bits.
// targets: lp64
// expect: assert holds
// variant: -DEXPECTED=0
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 1
#endif

int main(void) {
    unsigned __int128 x = ~0ULL;
    x = x * x;
    /* (2^64 - 1)^2 = 2^128 - 2^65 + 1 */
    assert((unsigned long long)x == EXPECTED);
    assert((unsigned long long)(x >> 64) == 0xfffffffffffffffeULL);
    __int128 y = -((__int128)1 << 100);
    assert(y / ((__int128)1 << 98) == -4 && y < 0 && y % 7 == -2);
    return 0;
}
