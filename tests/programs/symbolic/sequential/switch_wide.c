// Cases of 64 bits, one with the same lower half as another, with a fall through: 1, 2, 13, 10 and 20 come out.
// expect: assert holds
// variant: -DFORBIDDEN=2
// expect: assert violated
// variant: -DFORBIDDEN=13
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 3
#endif

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong() * 3;
    int result = 0;
    switch (n) {
    case 3: result = 1; break;
    case 0x100000003UL: result = 2; break;
    case 4: result = 3; /* falls through */
    case 5: result += 10; break;
    default: result = 20;
    }
    assert((result == 1) == (n == 3));
    assert(result != FORBIDDEN);
    return 0;
}
