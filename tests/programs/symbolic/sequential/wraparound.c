// 2^31 - 1 and 2^31 add up to 2^32 - 1 and do not wrap; with one more exactly one pair does.
// expect: assert holds
// variant: -DMOST=0x80000001u
// expect: assert violated
#include <assert.h>

#ifndef MOST
#define MOST 0x80000000u
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    assert((a + b < a) == ((unsigned long)a + b > 0xffffffffu));
    __VERIFIER_assume(a < 0x80000000u && b <= MOST);
    assert(a + b >= a);
    return 0;
}
