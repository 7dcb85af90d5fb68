// Recursion whose depth is an input: 720 is the factorial of 6 alone.
// unwind: 8
// expect: assert holds
// variant: -DFORBIDDEN=720
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 5040
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 6);
    assert(factorial(n) != FORBIDDEN);
    return 0;
}
