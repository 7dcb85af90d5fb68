// Truncation, sign and zero extension, conversion to _Bool, between all widths.
// expect: assert holds
// variant: -DEXPECTED=121
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 120
#endif

int main(void) {
    long long x = 0x123456789abcdef0LL;
    assert((int)x == (int)0x9abcdef0 && (short)x == (short)0xdef0);
    assert((unsigned char)x == 0xf0 && (signed char)x == -16);
    assert((unsigned)(x >> 32) == 0x12345678u);
    int n = -2;
    assert((long long)n == -2 && (unsigned long long)n == 0xfffffffffffffffeULL);
    assert((unsigned long long)(unsigned)n == 0xfffffffeULL);
    _Bool truth = x;
    assert(truth == 1 && (_Bool)256 == 1 && (_Bool)(char)256 == 0);
    truth = truth + truth;
    assert(truth == 1 && !truth == 0 && -truth == -1);
    assert((int)(x >> 32 & 0xff) == EXPECTED);
    return 0;
}
