// What can be computed exactly is; the rest is not modelled, and says so.
// expect: assert holds
// variant: -DINEXACT
// expect: assert unknown
#include <assert.h>
#include <math.h>

static double negative = -2.5, nine = 9, number = 1;

int main(void) {
    assert(fabs(negative) == 2.5 && sqrt(nine) == 3);
    assert(floor(negative) == -3 && ceil(negative) == -2 && trunc(negative) == -2);
    assert(round(negative) == -3 && rint(negative) == -2);
    assert(fmin(negative, nine) == -2.5 && fmax(negative, NAN) == -2.5);
    assert(isnan(sqrt(negative)) && isinf(nine / 0.0) && !isinf(nine));
    assert(fabsf(-1.5f) == 1.5f && sqrtf(4.0f) == 2.0f);
#ifdef INEXACT
    assert(sin(number) < 1);
#endif
    return 0;
}
