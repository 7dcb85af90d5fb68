// An inline definition with an extern declaration: the body is emitted.
// expect: assert holds
// variant: -DEXPECTED=3
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 5
#endif

inline int distance(int a, int b) { return a > b ? a - b : b - a; }
extern inline int distance(int a, int b);

int main(void) {
    int (*pointer)(int, int) = distance;
    assert(distance(2, 7) == EXPECTED && pointer(7, 2) == 5);
    return 0;
}
