// A va_list handed to another function, and copied in between.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=13
// expect: assert violated
#include "check.h"
#include <stdarg.h>

#ifndef EXPECTED
#define EXPECTED 12
#endif

static int add_all(int count, va_list arguments) {
    int sum = 0;
    while (count-- > 0)
        sum += va_arg(arguments, int);
    return sum;
}

static int twice_the_sum(int count, ...) {
    va_list first, again;
    va_start(first, count);
    va_copy(again, first);
    int a = add_all(count, first);
    int b = add_all(count, again);
    va_end(again);
    va_end(first);
    assert(a == b);
    return a + b;
}

int main(void) {
    assert(twice_the_sum(3, 1, 2, 3) == EXPECTED);
    return 0;
}
