// Words stored at one index, read by bytes at another: each byte belongs to its word.
// expect: assert holds
// variant: -DFORBIDDEN=0x5a
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 256
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned words[4];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 4 && k < 16);
    words[i] = x;
    unsigned byte = ((unsigned char *)words)[k];
    assert(byte == (k / 4 == i ? x >> 8 * (k % 4) & 255 : 0));
    assert(byte != FORBIDDEN);
    return 0;
}
