// Numbers that are not negative are ordered like their bits; negative ones the other way round.
// expect: assert holds
// variant: -DANY_SIGN
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static float number(unsigned *bits) {
    union { unsigned bits; float value; } view;
    view.bits = *bits = __VERIFIER_nondet_uint();
    __VERIFIER_assume((view.bits & 0x7fffffffu) <= 0x7f800000u);
#ifndef ANY_SIGN
    __VERIFIER_assume(view.bits < 0x80000000u);
#endif
    return view.value;
}

int main(void) {
    unsigned first, second;
    float a = number(&first), b = number(&second);
    assert((a < b) == (first < second));
    return 0;
}
