// An assumption in one branch cuts off that branch and nothing else, also where it is in a function.
// expect: assert holds
// variant: -DFORBIDDEN=2
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 1
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static void below(unsigned n, unsigned limit) { __VERIFIER_assume(n < limit); }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() * 5u;
    int way;
    if (n & 1) {
        below(n, 10);
        way = n > 20;
    } else {
        way = n > 20 ? 2 : 3;
    }
    assert(way != FORBIDDEN);
    return 0;
}
