// Two stores into four thousand cells at any places: all other cells stay zero, and the two are as they must be.
// expect: assert holds
// variant: -DFORGOTTEN
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned cells[4096];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4096, j = __VERIFIER_nondet_uint() % 4096;
    unsigned k = __VERIFIER_nondet_uint() % 4096;
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    cells[i] = x;
    cells[j] += y;
    assert(cells[i] == (i == j ? x + y : x));
#ifdef FORGOTTEN
    if (k != i)
#else
    if (k != i && k != j)
#endif
        assert(cells[k] == 0);
    return 0;
}
