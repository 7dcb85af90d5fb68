// A switch with fallthrough, a default in the middle and nested cases.
// expect: assert holds
// variant: -DEXPECTED=1205
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 1204
#endif

static int weight(int day) {
    int sum = 0;
    switch (day) {
    case 1:
        sum += 1;
        /* falls through */
    case 2:
        sum += 2;
        break;
    default:
        sum = 1000;
        break;
    case 3:
        switch (sum) {
        case 0:
            sum = 99;
            break;
        case 1:
            sum = 7;
        }
        sum += 1;
        /* falls through */
    case -4:
        sum += 50;
    }
    return sum;
}

int main(void) {
    int total = weight(1) + weight(2) + weight(3) + weight(-4) + weight(77);
    /* 3 + 2 + 150 + 50 + 1000 - 1 */
    assert(total - 1 == EXPECTED);
    return 0;
}
