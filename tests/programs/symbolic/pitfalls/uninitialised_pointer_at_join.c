// A pointer that is set on one path only may be followed on that path only.
// expect: memory holds
// expect: assert holds
// variant: -DALWAYS
// expect: memory violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int a;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int *p;
    if (n * 7u == 84u)
        p = &a;
#ifdef ALWAYS
    *p = 1;
#else
    if (n == 12)
        *p = 1;
#endif
    assert(a == (n == 12));
    return 0;
}
