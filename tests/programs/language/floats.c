// Floating point is exact: rounding, infinities, not-a-number, signed zero.
// expect: assert holds
// variant: -DEXPECTED=0.3
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 0.30000000000000004
#endif

static double zero = 0.0;

int main(void) {
    double tenth = 0.1, fifth = 0.2;
    assert(tenth + fifth == EXPECTED);
    float f = 0.1f;
    assert(f != 0.1 && (double)f == 0.10000000149011612);
    assert(f * 10.0f == 1.0f);
    double infinite = 1 / zero, nothing = zero / zero;
    assert(infinite > 1e308 && -infinite < -1e308);
    assert(nothing != nothing && !(nothing < 1) && !(nothing >= 1));
    assert(-zero == zero && 1 / -zero == -infinite);
    assert(16777216.0f + 1.0f == 16777216.0f);
    assert(9007199254740992.0 + 1.0 == 9007199254740992.0);
    assert(0x1.8p1 == 3.0 && 5e-324 / 2 == 0);
    assert(7.5 - 2.25 == 5.25 && 3.0f / 2 == 1.5f);
    return 0;
}
