// An unset cell read at two indices that turn out equal is the same arbitrary value.
// expect: assert holds
// variant: -DDIFFERENT
// expect: assert violated
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    unsigned *cells = malloc(4 * sizeof *cells);
    unsigned first = cells[i], second = cells[j];
#ifndef DIFFERENT
    if (i == j)
#endif
        assert(first == second);
    free(cells);
    return 0;
}
