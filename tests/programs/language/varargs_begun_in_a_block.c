// Variable arguments outlive the block in which the walk through them begins.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=41
// expect: assert violated
// variant: -DOF_VARIABLE_LENGTH
// expect: assert holds
// expect: memory holds
// variant: -DTOO_MANY
// expect: memory violated
#include "check.h"
#include <stdarg.h>

#ifndef EXPECTED
#define EXPECTED 42
#endif

static int *kept;

static void keep(int *place) {
    kept = place;
    *place = 3;
}

static int sum(int count, ...) {
    va_list arguments;
    {
#ifdef OF_VARIABLE_LENGTH
        int place[count];
        keep(place);
#else
        int place;
        keep(&place);
#endif
        va_start(arguments, count);
    }
    int result = va_arg(arguments, int);
    result += va_arg(arguments, int);
#ifdef TOO_MANY
    result += va_arg(arguments, int);
#endif
    va_end(arguments);
    return result;
}

int main(void) {
    assert(sum(2, 40, 2) == EXPECTED);
    return 0;
}
