// Recursion twice in one body, over a global: 2^n - 1 moves for n discs.
// unwind: 6
// expect: assert holds
// variant: -DFORBIDDEN=15
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 16
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned moves;

static void move(unsigned discs) {
    if (discs == 0)
        return;
    move(discs - 1);
    moves++;
    move(discs - 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 4);
    move(n);
    assert(moves == (1u << n) - 1);
    assert(moves != FORBIDDEN);
    return 0;
}
