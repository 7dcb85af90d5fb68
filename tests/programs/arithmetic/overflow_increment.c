// Counting up to the limit and beyond: an overflow of int, but not of unsigned, nor of short.
// expect: overflow violated
// variant: -DTYPE=unsigned -DMOST=UINT_MAX
// expect: overflow holds
// variant: -DTYPE=short -DMOST=SHRT_MAX
// expect: overflow holds
#include <limits.h>

#ifndef TYPE
#define TYPE int
#define MOST INT_MAX
#endif

static TYPE number = MOST;

int main(void) {
    number++;
    return 0;
}
