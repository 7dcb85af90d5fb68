// For one number the program goes round for ever: what is behind the loop never sees that number.
// unwind: 2 incomplete
// expect: assert holds
// expect: deadlock holds
// slow: bmc
// variant: -DFORBIDDEN=8
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 7
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    while (n * 5u == 35u)
        ;
    assert(n != FORBIDDEN);
    return 0;
}
