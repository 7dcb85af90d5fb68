// What clang computes itself leaves nothing but a trap: which one says what is wrong.
// clang: -w
// expect: overflow violated
// expect: division holds
// expect: shift holds
// variant: -DREMAINDER
// expect: overflow violated
// expect: division holds
// variant: -DZERO
// expect: overflow holds
// expect: division violated
// variant: -DVARIABLE
// expect: overflow holds
// expect: division violated
// variant: -DASSIGNED
// expect: overflow violated
// expect: division holds
#include <limits.h>

int main(void)
{
#if defined REMAINDER
    long result = LONG_MIN % -1;
#elif defined ZERO
    int result = 3 / 0;
#elif defined VARIABLE
    int three = 3;
    int result = three / 0;
#elif defined ASSIGNED
    int result = INT_MIN;
    result /= -1;
#else
    int result = INT_MIN / -1;
#endif
    (void)result;
    return 0;
}
