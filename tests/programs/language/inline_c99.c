// A plain C99 inline function, whose body the compiler need not emit, still has one.
// expect: assert holds
// variant: -DEXPECTED=12
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 13
#endif

inline int helper(int x) { return x + 1; }
inline int triple(int x) { return helper(3 * x); }

int main(void) {
    assert(triple(4) == EXPECTED);
    return 0;
}
