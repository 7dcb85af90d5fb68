// A negative int compared with an unsigned size is a large number.
// expect: assert violated
// variant: -DPOSITIVE
// expect: assert holds
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int() / 3;
    __VERIFIER_assume(n < 4);
#ifdef POSITIVE
    __VERIFIER_assume(n >= 0);
#endif
    assert(n < sizeof(int));
    return 0;
}
