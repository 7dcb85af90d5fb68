// 100 / d is above 3 exactly for 1 to 25, and is computed only where d is not zero.
// expect: assert holds
// expect: division holds
// variant: -DMOST=24
// expect: assert violated
// expect: division holds
// variant: -DUNTESTED
// expect: division violated
#include <assert.h>

#ifndef MOST
#define MOST 25
#endif

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
#ifdef UNTESTED
    if (100 / d > 3)
#else
    if (d != 0 && 100 / d > 3)
#endif
        assert(d >= 1 && d <= MOST);
    return 0;
}
