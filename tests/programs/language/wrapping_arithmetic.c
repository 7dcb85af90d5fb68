// Where clang is told that signed arithmetic wraps, it does, and nothing overflows.
// clang: -fwrapv
// expect: overflow holds
// expect: shift holds
// expect: assert holds
// variant: -fno-wrapv
// expect: overflow violated
// variant: -fno-strict-overflow -fstrict-overflow -fno-wrapv
// expect: overflow violated
// variant: -fno-wrapv -fwrapv -fstrict-overflow
// expect: overflow holds
// expect: assert holds
#include "check.h"

int largest = 2147483647, negative = -1;

int main(void)
{
    largest++;
    assert(largest < 0);
    assert(negative << 1 == -2);
    return 0;
}
