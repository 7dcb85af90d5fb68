// A float has 24 bits: all integers up to 2^24 survive, 2^24 + 1 does not; in a double all of 32 bits do.
// expect: assert holds
// variant: -DLIMIT=16777217
// expect: assert violated
// variant: -DFLOATING=double -DLIMIT=2147483647
// expect: assert holds
#include <assert.h>

#ifndef LIMIT
#define LIMIT 16777216
#endif
#ifndef FLOATING
#define FLOATING float
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= LIMIT);
    assert((int)(FLOATING)n == n);
    return 0;
}
