// static inline and always_inline functions, with a static variable inside.
// expect: assert holds
// variant: -DEXPECTED=2
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 3
#endif

static inline int next(void) {
    static int n;
    return ++n;
}

static inline __attribute__((always_inline)) int square(int x) { return x * x; }
static __inline__ int cube(int x) { return x * square(x); }

int main(void) {
    next();
    next();
    assert(cube(-3) == -27);
    assert(next() == EXPECTED);
    return 0;
}
