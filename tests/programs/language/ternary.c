// Conditional expressions as values, as lvalues through pointers, and the GNU form without a middle.
// expect: assert holds
// variant: -DEXPECTED=31
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 30
#endif

static int calls;

static int count(int value) {
    calls++;
    return value;
}

int main(void) {
    int a = 4, b = 9;
    int larger = a > b ? a : b;
    *(larger == a ? &a : &b) = 20;
    int chosen = count(3) ?: 8;
    int fallback = count(0) ?: 7;
    const char *text = a < b ? "less" : "more";
    assert(calls == 2);
    assert(text[0] == 'l');
    assert(a == 4);
    assert(b + chosen + fallback == EXPECTED);
    return 0;
}
