// The old GNU meaning of extern inline: a body for inlining only.
// expect: assert holds
// variant: -DEXPECTED=9
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 8
#endif

extern inline __attribute__((gnu_inline)) int twice(int x) { return x + x; }
extern __inline __attribute__((__gnu_inline__, __always_inline__)) int four_times(int x) {
    return twice(twice(x));
}

int main(void) {
    assert(four_times(2) == EXPECTED);
    return 0;
}
