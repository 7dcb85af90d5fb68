// Any 32 bits are a float; those with all ones in the exponent may be no number, which differs from itself.
// expect: assert violated
// variant: -DFINITE
// expect: assert holds
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    union { unsigned bits; float value; } view;
    view.bits = __VERIFIER_nondet_uint();
#ifdef FINITE
    __VERIFIER_assume((view.bits & 0x7f800000u) != 0x7f800000u);
#endif
    assert(view.value == view.value);
    return 0;
}
