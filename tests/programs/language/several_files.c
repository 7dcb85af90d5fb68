// Three files at once: static names that clash, a variable and functions declared elsewhere.
// with: parts/first.c parts/second.c
// expect: assert holds
// variant: -DEXPECTED=2
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 211
#endif

extern int first(void);
extern int second(void);
extern int shared;
int common;

static int hidden = 1;
static int helper(void) { return hidden; }

int main(void) {
    int sum = helper() + first() + second();
    assert(shared == 30);
    assert(common == 8);
    assert(sum == EXPECTED);
    return 0;
}
