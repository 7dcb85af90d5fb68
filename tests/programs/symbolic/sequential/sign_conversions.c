// What survives a narrow type: as signed char -128 to 127, as unsigned char 0 to 255.
// expect: assert holds
// variant: -DNARROW=unsigned_char
// expect: assert violated
#include <assert.h>

typedef unsigned char unsigned_char;
typedef signed char signed_char;
#ifndef NARROW
#define NARROW signed_char
#endif

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    NARROW narrow = (NARROW)n;
    unsigned wide = narrow;
    assert((int)wide == narrow);
    if (narrow == n)
        assert(n >= -128 && n <= 127);
    return 0;
}
