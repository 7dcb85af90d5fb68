// Enumerations: implicit values, gaps, negative ones, use as sizes and in switches.
// expect: assert holds
// variant: -DEXPECTED=6
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 7
#endif

enum colour { RED, GREEN = 5, BLUE, LAST };
enum { BELOW = -2, NEXT };

static int names[LAST] = {[GREEN] = 50, [BLUE] = 60};

int main(void) {
    enum colour c = GREEN;
    c++;
    assert(c == BLUE && names[c] == 60 && names[RED] == 0);
    switch (c) {
    case RED:
    case GREEN:
        assert(0);
        break;
    case BLUE:
        c = RED;
        break;
    default:
        assert(0);
    }
    assert(c == 0 && BELOW + NEXT == -3);
    assert(sizeof names / sizeof names[0] == EXPECTED);
    return 0;
}
