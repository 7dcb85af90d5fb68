// Row and column as one flat index; taken in the wrong order they meet another cell.
// expect: assert holds
// expect: memory holds
// variant: -DSWAPPED
// expect: assert violated
// variant: -DCOLUMNS=5
// expect: memory violated
#include <assert.h>

#ifndef COLUMNS
#define COLUMNS 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int matrix[3][4];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 3 && j < COLUMNS);
    matrix[i][j] = 7;
    int *flat = (int *)matrix;
#ifdef SWAPPED
    assert(flat[j * 3 + i] == 7);
#else
    assert(flat[i * 4 + j] == 7);
#endif
    return 0;
}
