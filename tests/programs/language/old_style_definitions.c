// Definitions in the style of K&R, with parameters declared apart and no result type.
// expect: assert holds
// variant: -DEXPECTED=3
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 7
#endif

static long weigh(a, b, c)
    int a;
    char b;
    double c;
{
    return a + b + (long)c;
}

count(text)
    char *text;
{
    int n = 0;
    while (*text++)
        n++;
    return n;
}

int main() {
    assert(weigh(1, 2, 3.5) == 6);
    assert(count("letters") == EXPECTED);
    return 0;
}
