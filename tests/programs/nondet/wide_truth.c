// A wide value that is only tested for truth has two cases.
// expect: assert holds
// variant: -DCONFUSED
// expect: assert violated
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    int a = 0;
    if (__VERIFIER_nondet_ulong())
        a = 1;
    else
        a = 2;
#ifdef CONFUSED
    assert(a == 1);
#else
    assert(a == 1 || a == 2);
#endif
    return 0;
}
