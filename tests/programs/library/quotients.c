// div and its like: no division by zero, and no quotient that is too large.
// expect: assert holds
// expect: overflow holds
// expect: division holds
// variant: -DTOO_LARGE
// expect: overflow violated
// variant: -DBY_ZERO
// expect: division violated
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
#if defined TOO_LARGE
    return (int)ldiv(LONG_MIN, -1).rem;
#elif defined BY_ZERO
    return div(7, 0).rem;
#else
    div_t small = div(-7, 2);
    assert(small.quot == -3 && small.rem == -1);
    assert(lldiv(LLONG_MIN, 1).quot == LLONG_MIN && lldiv(LLONG_MIN + 1, -1).quot == LLONG_MAX);
    assert(div(INT_MIN, -2).quot == 1 << 30);
    return 0;
#endif
}
