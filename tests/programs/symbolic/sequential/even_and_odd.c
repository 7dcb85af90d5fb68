// Two functions that call each other until an input is used up.
// unwind: 9
// expect: assert holds
// variant: -DBASE=1
// expect: assert violated
#include <assert.h>

#ifndef BASE
#define BASE 0
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static _Bool odd(unsigned n);
static _Bool even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static _Bool odd(unsigned n) { return n == 0 ? BASE : even(n - 1); }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 7);
    assert(even(n) == (n % 2 == 0));
    return 0;
}
