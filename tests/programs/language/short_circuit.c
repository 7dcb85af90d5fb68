// The right side of && and || runs only when it must.
// expect: assert holds
// variant: -DEXPECTED=4
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 3
#endif

static int evaluated;

static int yes(void) {
    evaluated++;
    return 2;
}

static int no(void) {
    evaluated++;
    return 0;
}

int main(void) {
    int *nothing = NULL;
    int a = 0 && yes();
    int b = yes() || no();
    int c = yes() && !no();
    int d = nothing && *nothing == 3;
    assert(a == 0 && b == 1 && c == 1 && d == 0);
    assert(evaluated == EXPECTED);
    return 0;
}
