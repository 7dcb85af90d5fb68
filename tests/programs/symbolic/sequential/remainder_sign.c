// A remainder has the sign of the dividend: testing for odd numbers with 1 misses negative ones.
// expect: assert holds
// variant: -DNAIVE
// expect: assert violated
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
#ifdef NAIVE
    _Bool odd = n % 2 == 1;
#else
    _Bool odd = n % 2 != 0;
#endif
    assert(odd == (n & 1));
    return 0;
}
