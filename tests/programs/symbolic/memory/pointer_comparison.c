// Pointers into one array are ordered, equal and apart as their indices are.
// expect: assert holds
// variant: -DDIFFERENT
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int cells[6];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i <= 6 && j <= 6);
    int *p = cells + i, *q = cells + j;
    assert((p < q) == (i < j) && p - q == (long)i - (long)j);
#ifdef DIFFERENT
    assert(p != q);
#endif
    return 0;
}
