// A global written by a function that is called on one path: the join must take it from the right side.
// expect: assert holds
// variant: -DFORBIDDEN=3
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int global = 1;

static int change(int by) {
    global += by;
    return global;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() * 3u;
    int result = 7;
    if (n & 4)
        result = change(2);
    assert(global == (n & 4 ? 3 : 1));
    assert((result == 7) == (global == 1));
    assert(global != FORBIDDEN);
    return 0;
}
