// 64-bit arithmetic, also where a machine word has only 32 bits.
// expect: assert holds
// variant: -DEXPECTED=2147483648LL
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 4611686014132420609LL
#endif

static long long multiply(int a, int b) { return (long long)a * b; }
static unsigned long long rotate(unsigned long long x, int by) { return x << by | x >> (64 - by); }

int main(void) {
    assert(multiply(2147483647, 2147483647) == EXPECTED);
    assert(multiply(-2147483647 - 1, 2) == -4294967296LL);
    long long q = -7000000000LL;
    assert(q / 2000000000LL == -3 && q % 2000000000LL == -1000000000LL);
    unsigned long long u = 18446744073709551615ULL;
    assert(u / 10 == 1844674407370955161ULL && u % 10 == 5);
    assert(u + 1 == 0 && u > q);
    assert(rotate(0x8000000000000001ULL, 4) == 0x18);
    assert((int)(q >> 32) == -2 && (unsigned)q == 1589934592u);
    return 0;
}
