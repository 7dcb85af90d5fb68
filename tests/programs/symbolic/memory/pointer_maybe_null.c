// One of three choices is no object at all.
// expect: memory violated
// variant: -DTESTED
// expect: memory holds
// expect: assert holds
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() * 7u;
    int a = 0, b = 0, *p = 0;
    if (n % 3 == 0)
        p = &a;
    else if (n % 3 == 1)
        p = &b;
#ifdef TESTED
    if (p)
#endif
        *p = 3;
    assert(a + b == (n % 3 == 2 ? 0 : 3));
    return 0;
}
