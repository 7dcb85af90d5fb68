// Variable arguments that are aligned more than a word lie where the compiler looks for them.
// expect: assert holds
// expect: memory holds
// targets: lp64
// variant: -DEXPECTED=8
// expect: assert violated
#include "check.h"
#include <stdarg.h>

#ifndef EXPECTED
#define EXPECTED 7
#endif

typedef unsigned Vector __attribute__((vector_size(16)));
struct Spread {
    double first;
    _Alignas(16) double second;
};
struct Even {
    _Alignas(16) long first;
    long second;
};

/* One word in front, so that none of them follows by itself at an even place. */
static void look(int first, ...) {
    va_list arguments;
    va_start(arguments, first);
    assert(va_arg(arguments, int) == 1);
    struct Spread spread = va_arg(arguments, struct Spread);
    assert(spread.first == 3 && spread.second == EXPECTED);
    assert(va_arg(arguments, double) == 2);
    struct Even even = va_arg(arguments, struct Even);
    assert(even.first == 11 && even.second == 12);
    __int128 wide = va_arg(arguments, __int128);
    assert(wide >> 64 == 5 && (long)wide == 6);
    Vector vector = va_arg(arguments, Vector);
    assert(vector[0] == 1 && vector[3] == 4);
    assert(va_arg(arguments, int) == 13);
    even = va_arg(arguments, struct Even);
    assert(even.first == 21 && even.second == 22);
    wide = va_arg(arguments, __int128);
    assert(wide == -1);
    assert(va_arg(arguments, int) == 14);
    va_end(arguments);
}

int main(void) {
    struct Spread spread = {3, 7};
    struct Even one = {11, 12}, two = {21, 22};
    Vector vector = {1, 2, 3, 4};
    look(0, 1, spread, 2.0, one, (__int128)5 << 64 | 6, vector, 13, two, (__int128)-1, 14);
    return 0;
}
