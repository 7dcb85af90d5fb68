// An odd factor is invertible, so that exactly one word in 2^32 gives the odd product; an even factor gives none.
// expect: assert violated
// variant: -DFACTOR=2654435762u
// expect: assert holds
#include <assert.h>

#ifndef FACTOR
#define FACTOR 2654435761u
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(n * FACTOR != 0x12345679u);
    return 0;
}
