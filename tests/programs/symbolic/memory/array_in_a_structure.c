// An index one behind an array that is a field reaches the next field and is wrong all the same.
// expect: memory holds
// expect: assert holds
// variant: -DLIMIT=5
// expect: memory violated
#include <assert.h>

#ifndef LIMIT
#define LIMIT 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static struct { int before, cells[4], after; } object = {1, {0}, 2};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % LIMIT;
    object.cells[i] = 9;
    assert(object.before == 1 && object.after == 2);
    return 0;
}
