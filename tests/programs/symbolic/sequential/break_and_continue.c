// A loop over eight bits that skips zeros and stops at the third one: that is at place 2 to 7.
// unwind: 9
// expect: assert holds
// variant: -DPLACE=7
// expect: assert violated
#include <assert.h>

#ifndef PLACE
#define PLACE 1
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), ones = 0, i;
    for (i = 0; i < 8; i++) {
        if (!(n >> i & 1))
            continue;
        if (++ones == 3)
            break;
    }
    assert((ones == 3) == (i < 8));
    assert(!(ones == 3 && i == PLACE));
    return 0;
}
