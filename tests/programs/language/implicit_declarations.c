// A function called before it is declared, with an implicit int result.
// expect: assert holds
// variant: -DEXPECTED=10
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 12
#endif

int main(void) {
    assert(later(5, 7) == EXPECTED);
    return 0;
}

int later(int a, int b) { return a + b; }
