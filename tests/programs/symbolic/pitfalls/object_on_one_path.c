// A block exists on one path only; a copy of its pointer made behind the join is good on that path only.
// expect: memory holds
// expect: assert holds
// variant: -DUNTESTED
// expect: memory violated
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned *block = 0;
    if (n % 8 != 6) {
        block = malloc(sizeof *block);
        *block = n;
    }
    unsigned *copy = block;
#ifndef UNTESTED
    if (copy)
#endif
        assert(*copy == n && *copy % 8 != 6);
    free(block);
    return 0;
}
