// One byte of a word is overwritten on one path: behind the join the word has it on that path only.
// expect: assert holds
// variant: -DALWAYS
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), word = n;
    unsigned char *bytes = (unsigned char *)&word;
    if (n % 11 == 7)
        bytes[n % 4] = 0xee;
    unsigned place = n % 4;
#ifndef ALWAYS
    if (n % 11 == 7)
#endif
        assert((word >> 8 * place & 255) == 0xee);
    assert((word & ~(255u << 8 * place)) == (n & ~(255u << 8 * place)));
    return 0;
}
