// An array of as many elements as an input says: every index below is inside.
// expect: memory holds
// expect: assert holds
// variant: -DRELATION=<=
// expect: memory violated
#include <assert.h>

#ifndef RELATION
#define RELATION <
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= 4 && i RELATION n);
    int cells[n];
    cells[0] = 1;
    cells[i] = 2;
    assert(cells[0] == (i == 0 ? 2 : 1) && sizeof cells == 4 * n);
    return 0;
}
