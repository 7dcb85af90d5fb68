// A variable that is set on one path only has its value there, and any value on the other.
// expect: assert holds
// variant: -DOTHER_PATH
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    _Bool c = __VERIFIER_nondet_uint() % 3 == 2;
    int x;
    if (c)
        x = 5;
#ifdef OTHER_PATH
    /* Not set where c is false: 5 is one value of many. */
    if (!c)
#else
    if (c)
#endif
        assert(x == 5);
    return 0;
}
