// On one path the block is freed and a new one takes its place; the old pointer is then a dead one.
// expect: memory holds
// expect: assert holds
// variant: -DOLD
// expect: memory violated
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int *block = malloc(sizeof *block), *old = block;
    *block = 1;
    if (n * 3u == 81u) {
        free(block);
        block = malloc(sizeof *block);
        *block = 2;
    }
#ifdef OLD
    assert(*old == 1);
#else
    assert(*block == (n == 27 ? 2 : 1));
    assert(n == 27 || block == old);
#endif
    free(block);
    return 0;
}
