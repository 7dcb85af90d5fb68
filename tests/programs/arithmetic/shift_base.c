// Shifting a negative number to the left, or a one into the sign.
// expect: shift violated
// variant: -DBASE=4
// expect: shift violated
// variant: -DBASE=1
// expect: shift holds
// variant: -DRIGHT
// expect: shift holds
// expect: assert holds
#include <assert.h>

#ifndef BASE
#define BASE -1
#endif

static int base = BASE;

int main(void) {
#ifdef RIGHT
    assert(base >> 1 == -1);
    return 0;
#else
    return base << 30 == 0;
#endif
}
