// Three comparisons sort three numbers and keep them; two do not sort.
// unwind: 4
// expect: assert holds
// variant: -DTWO
// expect: assert violated
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void order(int *a, int *b) {
    if (*a > *b) {
        int old = *a;
        *a = *b;
        *b = old;
    }
}

int main(void) {
    int cells[3], mixed;
    for (int i = 0; i < 3; i++)
        cells[i] = __VERIFIER_nondet_int();
    mixed = cells[0] ^ cells[1] ^ cells[2];
    order(&cells[0], &cells[1]);
    order(&cells[1], &cells[2]);
#ifndef TWO
    order(&cells[0], &cells[1]);
#endif
    assert((cells[0] ^ cells[1] ^ cells[2]) == mixed);
    assert(cells[0] <= cells[1] && cells[1] <= cells[2]);
    return 0;
}
