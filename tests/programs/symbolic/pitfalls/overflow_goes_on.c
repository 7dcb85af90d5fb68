// An overflow goes on with the wrapped value; the assertion behind it fails for the same input.
// expect: overflow violated
// expect: assert violated
// variant: -DFORBIDDEN=5
// expect: overflow violated
// expect: assert violated
// variant: -DFORBIDDEN=1
// expect: overflow violated
// expect: assert holds
#include <assert.h>
#include <limits.h>

#ifndef FORBIDDEN
#define FORBIDDEN INT_MIN + 4
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n % 5 == 0 || n == INT_MAX);
    /* INT_MAX = 2147483647, and 2147483645 is the multiple of 5 below. */
    int next = n + 5;
    assert(next != FORBIDDEN);
    return 0;
}
