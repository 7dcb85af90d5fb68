// Signed addition and subtraction beyond the limits.
// expect: overflow violated
// variant: -DSUBTRACT
// expect: overflow violated
// variant: -DFINE
// expect: overflow holds
#include <limits.h>

static int most = INT_MAX, least = INT_MIN, one = 1;

int main(void) {
#if defined SUBTRACT
    return least - one;
#elif defined FINE
    return (most - one) + (least + one) + one == 1;
#else
    return most + one;
#endif
}
