// A byte that was written on one path only is copied as it is: where it is empty, each copy is read as its own value.
// expect: assert violated
// variant: -DWRITTEN
// expect: assert holds
// variant: -DREAD_FIRST
// expect: assert holds
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct pair {
    unsigned char bytes[2];
};

int main(void)
{
    struct pair one, two;
    if (__VERIFIER_nondet_uchar() & 1)
        one.bytes[0] = 5;
#if defined WRITTEN
    else
        one.bytes[0] = 6;
#endif
#if defined READ_FIRST
    /* To read it fixes it. */
    unsigned char fixed = one.bytes[0];
    (void)(fixed == 7);
#endif
    two = one;
    assert(one.bytes[0] == two.bytes[0]);
    return 0;
}
