// The inner loop's bound depends on the outer loop's counter: 0 + 1 + ... rounds in all.
// unwind: 5
// expect: assert holds
// variant: -DFORBIDDEN=6
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 7
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), rounds = 0;
    __VERIFIER_assume(n <= 4);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            rounds++;
    assert(rounds == n * (n - 1) / 2);
    assert(rounds != FORBIDDEN);
    return 0;
}
