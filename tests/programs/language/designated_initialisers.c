// Designated initialisers: out of order, overridden, nested, ranges; the rest is zero.
// expect: assert holds
// variant: -DEXPECTED=1
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 0
#endif

struct options {
    int verbose;
    struct { char mode; int limits[3]; } inner;
    const char *name;
};

int main(void) {
    struct options o = {.name = "x", .inner = {.limits = {[1] = 7}, .mode = 'r'}, .inner.limits[2] = 8};
    assert(o.verbose == EXPECTED && o.inner.limits[0] == 0);
    assert(o.inner.limits[1] == 7 && o.inner.limits[2] == 8);
    assert(o.inner.mode == 'r' && o.name[0] == 'x');
    int array[] = {[3] = 4, 5, [0] = 1};
    assert(sizeof array / sizeof *array == 5);
    assert(array[0] == 1 && array[1] == 0 && array[4] == 5);
    int steps[10] = {[2 ... 4] = 6, [9] = 1};
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += steps[i];
    assert(sum == 19);
    return 0;
}
