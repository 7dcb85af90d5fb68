// Dividing by 8 rounds towards zero, shifting by 3 towards minus infinity; adding 7 to negative numbers first makes them agree.
// expect: assert violated
// expect: overflow holds
// variant: -DCORRECTED
// expect: assert holds
// expect: overflow holds
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int corrected = n;
#ifdef CORRECTED
    corrected += n < 0 ? 7 : 0;
#endif
    assert(corrected >> 3 == n / 8);
    return 0;
}
