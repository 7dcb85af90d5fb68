// Objects behind a table of pointers, which is changed at one index and followed at another.
// expect: assert holds
// variant: -DFORBIDDEN=5
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 6
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int a = 1, b = 2, c = 3, d = 4;
static int *table[3] = {&a, &b, &c};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    table[i] = &d;
    *table[j] = 5;
    assert((d == 5) == (i == j));
    assert(*table[i] == d);
    assert(d != FORBIDDEN);
    return 0;
}
