// Two assertions of which the first fails for the number 5: the second, false for 5 only, is as good as true.
// expect: assert violated
// variant: -DFIRST=(void)
// expect: assert violated
// variant: -DFIRST=__VERIFIER_assume
// expect: assert holds
#include <assert.h>

#ifndef FIRST
#define FIRST assert
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    FIRST(n * 21u != 105u);
    assert(n != 5);
    return 0;
}
