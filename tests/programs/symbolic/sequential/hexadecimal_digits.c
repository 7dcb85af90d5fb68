// A do-while loop runs at least once: a 32-bit word has one to eight hexadecimal digits.
// unwind: 9
// expect: assert holds
// variant: -DMOST=7
// expect: assert violated
#include <assert.h>

#ifndef MOST
#define MOST 8
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), rest = n, digits = 0;
    do {
        rest >>= 4;
        digits++;
    } while (rest != 0);
    assert(digits >= 1 && digits <= MOST);
    assert((digits == 1) == (n < 16));
    return 0;
}
