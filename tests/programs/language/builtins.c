// The compiler's built-in functions for bits, overflow and hints.
// expect: assert holds
// expect: overflow holds
// variant: -DEXPECTED=3
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 4
#endif

int main(void) {
    unsigned n = 0x00f00010u;
    int result;
    unsigned wide;
    assert(__builtin_popcount(n) == 5);
    assert(__builtin_ctz(n) == EXPECTED);
    assert(__builtin_clz(n) == 8);
    assert(__builtin_ffs(0) == 0 && __builtin_ffs(8) == 4);
    assert(__builtin_parity(7) == 1);
    assert(__builtin_bswap32(0x01020304) == 0x04030201);
    assert(__builtin_bswap16(0x0102) == 0x0201);
    assert(__builtin_popcountll(~0ULL) == 64 && __builtin_ctzll(1ULL << 40) == 40);
    assert(__builtin_add_overflow(2147483647, 1, &result) && result == -2147483647 - 1);
    assert(!__builtin_sub_overflow(5, 7, &result) && result == -2);
    assert(__builtin_mul_overflow(65536u, 65536u, &wide) && wide == 0);
    assert(__builtin_add_overflow(1u, 2u, &wide) == 0 && wide == 3);
    if (__builtin_expect(n == 0, 0))
        __builtin_unreachable();
    assert(__builtin_constant_p(3) && __builtin_abs(-4) == 4);
    assert(__builtin_object_size(&result, 0) == sizeof result);
    return 0;
}
