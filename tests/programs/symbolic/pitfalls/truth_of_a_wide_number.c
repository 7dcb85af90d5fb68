// As a _Bool any number but zero is true, also one whose lowest byte is zero.
// expect: assert holds
// variant: -DNARROW
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() * 3u;
#ifdef NARROW
    _Bool truth = (unsigned char)n;
#else
    _Bool truth = n;
#endif
    assert(truth == (n != 0) && truth <= 1);
    return 0;
}
