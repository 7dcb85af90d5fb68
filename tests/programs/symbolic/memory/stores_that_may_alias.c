// What was stored at one index is kept by a store at another, if it is another.
// expect: assert holds
// variant: -DMAYBE_SAME
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned cells[8];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 8 && j < 8);
#ifndef MAYBE_SAME
    __VERIFIER_assume(i != j);
#endif
    cells[i] = x;
    cells[j] = y;
    assert(cells[j] == y);
    assert(cells[i] == x);
    return 0;
}
