// Two halves of one 64-bit word must be right at once; that one is the other's complement and shares a bit is impossible.
// expect: assert violated
// variant: -DCONTRADICTION
// expect: assert holds
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    unsigned high = n >> 32, low = (unsigned)n;
    _Bool hit = high * 5u == 0xCAFEBABEu && low == ~high;
#ifdef CONTRADICTION
    hit = hit && (low & high) != 0;
#endif
    assert(!hit);
    return 0;
}
