// Shifts: arithmetic and logical to the right, of narrow types, by computed amounts.
// expect: assert holds
// expect: shift holds
// variant: -DEXPECTED=2147483644
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED -4
#endif

int main(void) {
    int n = -8;
    unsigned u = 0x80000000u;
    unsigned char c = 0x81;
    assert(n >> 1 == EXPECTED);
    assert(u >> 31 == 1 && u >> 0 == u);
    assert(c << 1 == 0x102 && (unsigned char)(c << 1) == 2);
    assert((signed char)c >> 1 == -64);
    assert(1u << 31 == u && 1ULL << 63 == 9223372036854775808ULL);
    unsigned bits = 0;
    for (int i = 0; i < 32; i += 3)
        bits |= 1u << i;
    assert(bits == 0x49249249u);
    c <<= 7;
    assert(c == 0x80);
    return 0;
}
