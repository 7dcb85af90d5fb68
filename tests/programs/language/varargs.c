// A function of one's own with a variable number of arguments of several types.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=100
// expect: assert violated
#include "check.h"
#include <stdarg.h>

#ifndef EXPECTED
#define EXPECTED 166
#endif

static long long total(const char *kinds, ...) {
    long long sum = 0;
    va_list arguments;
    va_start(arguments, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 'i')
            sum += va_arg(arguments, int);
        else if (*kinds == 'l')
            sum += va_arg(arguments, long long);
        else if (*kinds == 'd')
            sum += (long long)va_arg(arguments, double);
        else
            sum += *va_arg(arguments, int *);
    }
    va_end(arguments);
    return sum;
}

int main(void) {
    int pointed = 50;
    short small = -4;
    assert(total("") == 0);
    assert(total("i", small) == -4);
    assert(total("lll", 1LL << 40, -(1LL << 40), 9LL) == 9);
    assert(total("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8) == 36);
    assert(total("idlpif", 1, 2.5, 3LL, &pointed, 10, &pointed) + pointed == EXPECTED);
    return 0;
}
