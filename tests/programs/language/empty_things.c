// Empty structures, arrays of length zero, empty statements, functions without effect.
// expect: assert holds
// variant: -DEXPECTED=2
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 1
#endif

struct empty {};
struct trailing { int n; int none[0]; };

static struct empty pass(struct empty e) { return e; }
static void nothing(void) {}

int main(void) {
    struct empty e;
    pass(e);
    nothing();
    ;
    {}
    if (0) {
    } else
        ;
    struct trailing t = {1};
    assert(sizeof e == 0 && sizeof t == 4);
    assert(t.n == EXPECTED);
    return 0;
}
