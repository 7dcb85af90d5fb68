// The first byte of a word is its lowest.
// expect: assert holds
// variant: -DOTHER_ORDER
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    union { unsigned word; unsigned char byte[4]; } view;
    unsigned n = __VERIFIER_nondet_uint();
    view.word = n;
#ifdef OTHER_ORDER
    assert(view.byte[3] == (n & 255));
#else
    assert(view.byte[0] == (n & 255));
#endif
    view.byte[2] = 0x5a;
    assert(view.word == ((n & 0xff00ffffu) | 0x005a0000u));
    return 0;
}
