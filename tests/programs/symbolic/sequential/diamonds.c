// Eight decisions in a row, each of which adds its bit: the sum is the lowest byte.
// unwind: 9
// expect: assert holds
// variant: -DSKIPPED=5
// expect: assert violated
#include <assert.h>

#ifndef SKIPPED
#define SKIPPED 8
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    for (unsigned i = 0; i < 8; i++)
        if (n >> i & 1 && i != SKIPPED)
            sum += 1u << i;
    assert(sum == (n & 255));
    return 0;
}
