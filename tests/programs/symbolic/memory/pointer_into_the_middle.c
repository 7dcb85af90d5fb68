// Pointers to different places of one object that meet: the offset is chosen, the object is not.
// expect: assert holds
// expect: memory holds
// variant: -DSTEP=3
// expect: memory violated
#include <assert.h>

#ifndef STEP
#define STEP 2
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int cells[6] = {0, 1, 2, 3, 4, 5};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int *p = cells + 1;
    if (n % 5 == 3)
        p += STEP;
    if (n % 7 == 2)
        p += STEP;
    assert(*p == p - cells);
    assert(*p == 1 || *p == 3 || *p == 5);
    return 0;
}
