// The absolute value of the least number does not fit: it overflows, and goes on with the wrapped, negative value.
// expect: overflow violated
// expect: assert violated
// variant: -DEXCLUDED
// expect: overflow holds
// expect: assert holds
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
#ifdef EXCLUDED
    __VERIFIER_assume(n != INT_MIN);
#endif
    int absolute = n < 0 ? -n : n;
    assert(absolute >= 0);
    return 0;
}
