// The least number divided by -1 does not fit, which is one pair of 2^64; zero is another question.
// expect: overflow violated
// expect: division violated
// variant: -DTESTED
// expect: overflow violated
// expect: division holds
// variant: -DTESTED -DLEAST=-2147483647
// expect: overflow holds
// expect: division holds
#include <limits.h>

#ifndef LEAST
#define LEAST INT_MIN
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a >= LEAST);
#ifdef TESTED
    if (b == 0)
        return 0;
#endif
    return a / b == 1;
}
