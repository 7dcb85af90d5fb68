// A rotation by 0 shifts by the full width; masking both amounts makes it right, and rotating back gives the old word.
// expect: shift violated
// variant: -DMASKED
// expect: shift holds
// expect: assert holds
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned left(unsigned n, unsigned k) {
#ifdef MASKED
    return n << k | n >> (-k & 31);
#else
    return n << k | n >> (32 - k);
#endif
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(k < 32);
    assert(left(left(n, k), -k & 31) == n);
    return 0;
}
