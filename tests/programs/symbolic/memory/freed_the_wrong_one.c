// Of two blocks the chosen one is freed; the other can still be used.
// expect: memory holds
// expect: assert holds
// variant: -DWRONG
// expect: memory violated
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    _Bool c = __VERIFIER_nondet_uint() % 3 == 1;
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    *a = 1;
    *b = 2;
    free(c ? a : b);
#ifdef WRONG
    assert(*a == 1);
#else
    assert(*(c ? b : a) == (c ? 2 : 1));
#endif
    return 0;
}
