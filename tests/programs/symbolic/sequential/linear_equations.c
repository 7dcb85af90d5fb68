// x + y = 10 and x - y = 4 has two solutions in wrapping arithmetic: 7 and 7 + 2^31.
// expect: assert violated
// variant: -DSMALL
// expect: assert holds
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x + y == 10 && x - y == 4);
#ifdef SMALL
    __VERIFIER_assume(x < 100);
#endif
    assert(x == 7 && y == 3);
    return 0;
}
