// Conversions between integers and floats, and between their widths.
// expect: assert holds
// variant: -DEXPECTED=-4
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED -3
#endif

int main(void) {
    double d = -3.99;
    float f = 16777217;
    unsigned u = 4294967295u;
    long long big = (1LL << 62) + 1;
    unsigned long long huge = ~0ULL;
    assert((int)d == EXPECTED);
    assert(f == 16777216.0f);
    assert((double)u == 4294967295.0);
    assert((unsigned)4000000000.0 == 4000000000u);
    assert((double)big == 4611686018427387904.0);
    assert((double)huge == 18446744073709551616.0);
    assert((float)1e40 > 3e38f);
    assert((unsigned char)200.7 == 200 && (char)-1.5f == -1);
    assert((_Bool)0.5 == 1 && (_Bool)0.0 == 0);
    int counted = 0;
    for (float x = 0; x < 1; x += 0.25f)
        counted++;
    assert(counted == 4);
    union { float f; unsigned bits; } view = {-2.0f};
    assert(view.bits == 0xc0000000u);
    return 0;
}
