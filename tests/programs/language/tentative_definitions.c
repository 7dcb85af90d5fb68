// A tentative definition, which is zero, comes before a weak one.
// clang: -fcommon
// with: parts/tentative.c
// expect: assert holds
// variant: -DEXPECTED=9
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 0
#endif

int variable;

int main(void) {
    assert(variable == EXPECTED);
    return 0;
}
