// The right side of && and || happens only where the left side does not decide.
// expect: assert holds
// variant: -DMOST=1
// expect: assert violated
#include <assert.h>

#ifndef MOST
#define MOST 2
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned calls;

static _Bool even(unsigned n) {
    calls++;
    return n % 2 == 0;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    _Bool result = even(a) && even(b);
    assert(result == (((a | b) & 1) == 0));
    assert(calls == (a % 2 == 0 ? 2 : 1));
    assert(calls <= MOST);
    return 0;
}
