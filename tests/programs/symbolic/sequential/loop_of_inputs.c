// Four inputs of at most a million: their sum is at most four million, and every number below is one.
// unwind: 5
// expect: assert holds
// variant: -DFORBIDDEN=3999999
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 4000001
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int n = __VERIFIER_nondet_int();
        __VERIFIER_assume(n >= 0 && n <= 1000000);
        sum += n;
    }
    assert(sum != FORBIDDEN);
    return 0;
}
