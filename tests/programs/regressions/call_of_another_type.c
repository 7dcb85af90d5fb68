// A function that is called through a pointer to functions of another type: nobody says what that means.
// expect: assert unknown
// variant: -DRIGHT
// expect: assert holds
#include <assert.h>

static int chosen(int value)
{
    return value + 1;
}

int main(void)
{
#ifdef RIGHT
    int (*pointer)(int) = chosen;
    assert(pointer(1) == 2);
#else
    long (*pointer)(long) = (long (*)(long))chosen;
    assert(pointer(1) == 2);
#endif
    return 0;
}
