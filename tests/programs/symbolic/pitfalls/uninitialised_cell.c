// Of a fresh block one cell is set, at an index: that cell is known, each other one can hold anything.
// expect: assert holds
// variant: -DOTHER
// expect: assert violated
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    unsigned *cells = malloc(4 * sizeof *cells);
    cells[i] = 9;
#ifdef OTHER
    assert(cells[j] == 9);
#else
    if (i == j)
        assert(cells[j] == 9);
#endif
    free(cells);
    return 0;
}
