// The other convention's lists of variable arguments are not modelled, and nothing is said of them.
// targets: lp64
// expect: assert unknown
// expect: memory unknown
// variant: -DUNUSED
// expect: assert holds
// expect: memory holds
#include "check.h"

__attribute__((ms_abi)) static int sum(int count, ...) {
    __builtin_ms_va_list arguments;
    __builtin_ms_va_start(arguments, count);
    int result = 0;
    while (count-- > 0)
        result += __builtin_va_arg(arguments, int);
    __builtin_ms_va_end(arguments);
    return result;
}

int main(void) {
#ifdef UNUSED
    assert(sizeof(sum(2, 40, 2)) == 4);
#else
    assert(sum(2, 40, 2) == 42);
#endif
    return 0;
}
