// On one path the pointer goes to a variable of a block that has been left.
// expect: memory violated
// variant: -DKEPT=static
// expect: memory holds
// expect: assert holds
#include <assert.h>

#ifndef KEPT
#define KEPT
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int *place(unsigned n, int *other) {
    KEPT int own;
    own = 4;
    return n * 3u == 300u ? &own : other;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int other = 5;
    int *p = place(n, &other);
    assert(*p == (n == 100 ? 4 : 5));
    return 0;
}
