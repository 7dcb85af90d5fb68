// The one quotient that does not fit: the least number divided by minus one.
// expect: overflow violated
// expect: division holds
// variant: -DREMAINDER
// expect: overflow violated
// variant: -DFINE
// expect: overflow holds
// expect: division holds
// expect: assert holds
#include <assert.h>
#include <limits.h>

static int least = INT_MIN, minus_one = -1;

int main(void) {
#if defined REMAINDER
    return least % minus_one;
#elif defined FINE
    assert((least + 1) / minus_one == INT_MAX);
    assert(least / 2 == -1073741824 && least % 10 == -8);
#else
    return least / minus_one;
#endif
    return 0;
}
