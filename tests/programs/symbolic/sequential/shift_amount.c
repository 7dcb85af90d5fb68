// A shift by any amount is wrong for 32 and more; below that it gives a power of two.
// expect: shift violated
// variant: -DTESTED
// expect: shift holds
// expect: assert holds
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
#ifdef TESTED
    if (n >= 32)
        return 0;
#endif
    unsigned bit = 1u << n;
    assert(bit != 0 && (bit & (bit - 1)) == 0 && bit >> n == 1);
    return 0;
}
