// Doubling 1 thirty times gives 2^30; the thirty-first time overflows.
// unwind: 33
// expect: overflow holds
// expect: assert holds
// variant: -DMOST=31
// expect: overflow violated
#include <assert.h>

#ifndef MOST
#define MOST 30
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= MOST);
    int power = 1;
    for (unsigned i = 0; i < n; i++)
        power *= 2;
    assert(n > 30 || power == 1 << n);
    return 0;
}
