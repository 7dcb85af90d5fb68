// Shadowed names in blocks, loops and parameters.
// expect: assert holds
// variant: -DEXPECTED=8
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 16
#endif

static int x = 1;

static int add(int x) {
    {
        int x = 4;
        x++;
    }
    return x + 2;
}

int main(void) {
    int sum = x;
    for (int x = 0; x < 3; x++) {
        int y = x;
        {
            int x = 10 * y;
            y = x;
        }
        sum += y / 10;
    }
    assert(sum == 4);
    int y = add(sum);
    {
        extern int sum_elsewhere;
        int x = y;
        sum += x + y;
    }
    assert(sum == EXPECTED && x == 1);
    return 0;
}
