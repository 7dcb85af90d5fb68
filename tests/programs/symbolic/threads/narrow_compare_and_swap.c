// A compare and swap of one byte looks at that byte alone and leaves its neighbours.
// expect: assert holds
// variant: -DWHOLE
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), word = n;
    unsigned char *byte = (unsigned char *)&word + 1, expected = 0x42;
    _Bool done = __atomic_compare_exchange_n(byte, &expected, 0x24, 0, 5, 5);
    assert(done == ((n >> 8 & 255) == 0x42));
    assert(expected == (done ? 0x42 : n >> 8 & 255));
#ifdef WHOLE
    assert(word == n);
#else
    assert(word == (done ? (n & 0xffff00ffu) | 0x2400 : n));
#endif
    return 0;
}
