// Each call of a recursive function has its own array; an index chosen in the innermost leaves the outer ones alone.
// unwind: 5
// expect: assert holds
// expect: memory holds
// variant: -DSHARED=static
// expect: assert violated
#include <assert.h>

#ifndef SHARED
#define SHARED
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static void descend(unsigned depth) {
    SHARED unsigned own[4];
    unsigned i = __VERIFIER_nondet_uint() % 4;
    own[i] = depth;
    if (depth > 0)
        descend(depth - 1);
    assert(own[i] == depth);
}

int main(void) {
    unsigned depth = __VERIFIER_nondet_uint();
    __VERIFIER_assume(depth <= 2);
    descend(depth);
    return 0;
}
