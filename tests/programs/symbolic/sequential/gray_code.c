// Neighbours in Gray code differ in exactly one bit, also where the counter wraps; in plain binary they do not.
// expect: assert holds
// variant: -DPLAIN
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned code(unsigned n) {
#ifdef PLAIN
    return n;
#else
    return n ^ n >> 1;
#endif
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned difference = code(n) ^ code(n + 1);
    assert(difference != 0 && (difference & (difference - 1)) == 0);
    return 0;
}
