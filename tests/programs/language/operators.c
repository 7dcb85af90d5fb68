// Compound assignment, increments in both positions, comma, precedence.
// expect: assert holds
// variant: -DEXPECTED=5
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 6
#endif

int main(void) {
    int a = 7, b;
    a += 3;
    a -= 1;
    a *= 4;
    a /= 5;
    a %= 4;
    assert(a == 3);
    a <<= 3;
    a >>= 1;
    a |= 3;
    a &= ~2;
    a ^= 8;
    assert(a == 5);
    b = (a++, a * 2);
    assert(a == EXPECTED && b == 12);
    assert(a-- == 6 && --a == 4 && ++a == 5);
    assert((1 + 2 * 3 - 8 / 4 % 3 << 1 & 14 | 1 ^ 2) == 11);
    assert(!a == 0 && !!a == 1 && ~a == -6 && -a == -5 && +a == 5);
    int array[3] = {0}, i = 0;
    array[i++] += 5;
    array[i++] = i;
    assert(i == 2 && array[0] == 5);
    assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 % -2 == 1);
    return 0;
}
