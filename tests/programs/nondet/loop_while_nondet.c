// A loop that runs as often as it likes.
// expect: assert holds
// expect: deadlock holds
// slow: lazy bmc
// variant: -DLIMIT=2
// expect: assert violated
// slow: lazy bmc
#include <assert.h>

#ifndef LIMIT
#define LIMIT 4
#endif

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned n = 0;
    while (__VERIFIER_nondet_int())
        n = (n + 1) % 4;
    assert(n < LIMIT);
    return 0;
}
