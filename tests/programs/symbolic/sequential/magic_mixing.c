// x ^ x >> 7 is a permutation of 64-bit words: it hits every word, and no word twice.
// expect: assert violated
// variant: -DINJECTIVE
// expect: assert holds
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static unsigned long mix(unsigned long x) { return x ^ x >> 7; }

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
#ifdef INJECTIVE
    unsigned long y = __VERIFIER_nondet_ulong();
    assert(x == y || mix(x) != mix(y));
#else
    assert(mix(x) != 0x0123456789abcdefUL);
#endif
    return 0;
}
