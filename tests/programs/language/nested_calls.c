// Calls as arguments of calls; arguments are evaluated before the call and results are fresh.
// expect: assert holds
// variant: -DEXPECTED=8
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 9
#endif

static int depth, deepest;

static int enter(int value) {
    depth++;
    if (depth > deepest)
        deepest = depth;
    depth--;
    return value;
}

static int add(int a, int b, int c) {
    enter(0);
    return a + b + c;
}

int main(void) {
    int sum = add(enter(1), add(enter(2), enter(3), 0), enter(enter(3)));
    assert(deepest == 1 && depth == 0);
    assert(sum == EXPECTED);
    return 0;
}
