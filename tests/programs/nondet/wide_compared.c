// A wide value that is only compared with constants is split into its cases: a proof.
// expect: assert holds
// variant: -DLIMIT=100
// expect: assert violated
#include <assert.h>

#ifndef LIMIT
#define LIMIT 1000000
#endif

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int kind = 0;
    if (n > 1000)
        kind = 1;
    if (n <= LIMIT)
        kind = kind + 2;
    if (n == -5)
        kind = 2;
    assert(kind != 0);
    return 0;
}
