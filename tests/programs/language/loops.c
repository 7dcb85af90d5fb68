// All loops with break and continue, nested, empty, and counting down.
// expect: assert holds
// variant: -DEXPECTED=13
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 12
#endif

int main(void) {
    int steps = 0;
    for (int i = 0; i < 10; i++) {
        if (i % 2)
            continue;
        if (i == 8)
            break;
        steps++;
    }
    int i = 3;
    do
        steps++;
    while (--i);
    while (i++ < 10) {
        if (i < 4)
            continue;
        while (1) {
            steps++;
            break;
        }
        if (i == 8)
            break;
    }
    for (unsigned n = 3; n-- > 0;)
        ;
    do
        continue;
    while (0);
    /* 4 + 3 + 5 */
    assert(steps == EXPECTED);
    return 0;
}
