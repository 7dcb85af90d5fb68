// A loop inside of a switch, entered in its middle, copies exactly as many elements as the input says.
// unwind: 4
// expect: assert holds
// variant: -DFORBIDDEN=7
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 9
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), copied = 0;
    __VERIFIER_assume(n >= 1 && n <= 8);
    unsigned rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { copied++;
    case 3:      copied++;
    case 2:      copied++;
    case 1:      copied++;
            } while (--rounds > 0);
    }
    assert(copied == n);
    assert(copied != FORBIDDEN);
    return 0;
}
