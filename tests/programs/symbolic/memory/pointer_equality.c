// Pointers to one of two objects are equal exactly if both were chosen alike.
// expect: assert holds
// variant: -DNEVER
// expect: assert violated
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int local = 0, *heap = malloc(sizeof *heap);
    _Bool c = __VERIFIER_nondet_uint() % 5 == 2, d = __VERIFIER_nondet_uint() % 7 == 3;
    int *p = c ? &local : heap, *q = d ? &local : heap;
    assert((p == q) == (c == d) && p != 0);
#ifdef NEVER
    assert(p == q);
#endif
    free(heap);
    return 0;
}
