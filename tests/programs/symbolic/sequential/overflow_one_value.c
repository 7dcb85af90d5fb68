// Three times 715827882 is 2147483646 and fits; three times the next number does not.
// expect: overflow holds
// expect: assert holds
// variant: -DLIMIT=715827883
// expect: overflow violated
#include <assert.h>

#ifndef LIMIT
#define LIMIT 715827882
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= LIMIT);
    int product = 3 * n;
    assert(product >= n);
    return 0;
}
