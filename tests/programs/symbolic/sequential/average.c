// The average of two words without an overflow by bit operations; the naive sum wraps.
// expect: assert holds
// variant: -DNAIVE
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
#ifdef NAIVE
    unsigned average = (a + b) / 2;
#else
    unsigned average = (a & b) + ((a ^ b) >> 1);
#endif
    assert(average == ((unsigned long)a + b) / 2);
    return 0;
}
