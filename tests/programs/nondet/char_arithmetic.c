// All values of a byte, through arithmetic: exactly one breaks the claim.
// expect: assert violated
// variant: -DGUARDED
// expect: assert holds
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
#ifdef GUARDED
    __VERIFIER_assume(c != 123);
#endif
    assert((unsigned char)(c * 7 + 3) != 96);
    return 0;
}
