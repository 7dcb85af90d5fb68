// Static local variables of the same name in different functions and blocks.
// expect: assert holds
// variant: -DEXPECTED=5
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 6
#endif

static int first(void) {
    static int n = 1;
    {
        static int n = 10;
        n += 10;
        if (n > 30)
            return n;
    }
    return n++;
}

static int second(void) {
    static int n = 3;
    return n++;
}

int main(void) {
    assert(first() == 1 && first() == 2);
    assert(first() == 40);
    second();
    second();
    second();
    assert(second() == EXPECTED);
    return 0;
}
