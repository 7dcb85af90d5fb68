// Signed multiplication and negation beyond the limits, and just within.
// expect: overflow violated
// variant: -DNEGATE
// expect: overflow violated
// variant: -DLONG
// expect: overflow violated
// variant: -DFINE
// expect: overflow holds
// expect: assert holds
#include <assert.h>
#include <limits.h>

static int root = 46341, least = INT_MIN;
static long long big = 3037000500LL;

int main(void) {
#if defined NEGATE
    return -least;
#elif defined LONG
    return big * big > 0;
#elif defined FINE
    assert((root - 1) * (root - 1) == 2147395600);
    assert(-(least + 1) == INT_MAX);
    assert((big - 1) * (big - 1) > 0);
#else
    return root * root;
#endif
    return 0;
}
