// Ten times a 64-bit word in 128 bits: the upper word is at most 9, and 9 occurs.
// targets: lp64
// expect: assert holds
// variant: -DMOST=8
// expect: assert violated
#include <assert.h>

#ifndef MOST
#define MOST 9
#endif

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    unsigned __int128 product = (unsigned __int128)n * 10;
    assert((unsigned long)product == n * 10);
    assert((unsigned long)(product >> 64) <= MOST);
    return 0;
}
