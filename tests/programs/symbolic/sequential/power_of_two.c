// A word with n & (n - 1) = 0 is a power of two or zero; the test for zero is easily forgotten.
// expect: assert holds
// variant: -DFORGOTTEN
// expect: assert violated
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    _Bool power = (n & (n - 1)) == 0;
#ifndef FORGOTTEN
    power = power && n != 0;
#endif
    if (power)
        assert(__builtin_popcountl(n) == 1);
    return 0;
}
