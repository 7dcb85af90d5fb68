// Absolute values and quotients; the smallest number has no absolute value.
// expect: assert holds
// expect: overflow holds
// expect: division holds
// variant: -DSMALLEST
// expect: overflow violated
// variant: -DBY_ZERO
// expect: division violated
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

static int negative = -7, zero;

int main(void) {
    div_t result = div(negative, 2);
    assert(abs(negative) == 7 && labs(-8L) == 8 && llabs(-9LL) == 9);
    assert(result.quot == -3 && result.rem == -1);
    assert(ldiv(9L, 4L).rem == 1 && lldiv(9LL, 4LL).quot == 2);
#ifdef SMALLEST
    negative = INT_MIN;
    abs(negative);
#endif
#ifdef BY_ZERO
    div(negative, zero);
#endif
    return 0;
}
