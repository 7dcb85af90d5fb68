// An access out of bounds ends its thread, so that the index is known to be good behind it.
// expect: memory violated
// expect: assert holds
// variant: -DBEFORE
// expect: assert violated
// expect: memory holds
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int cells[4];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() / 7u;
#ifdef BEFORE
    assert(i < 4);
#endif
    int *p = cells;
    p[i] = 1;
    assert(i < 4);
    return 0;
}
