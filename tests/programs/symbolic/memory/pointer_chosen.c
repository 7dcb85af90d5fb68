// A pointer to one of two objects, to the first for the number 4115 only.
// expect: assert holds
// variant: -DFORBIDDEN=9
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 14
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int a = 1, b = 2;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int *p = n * 3u == 12345u ? &a : &b;
    *p = 7;
    assert(a + b == (n == 4115 ? 9 : 8));
    assert(a + b != FORBIDDEN);
    return 0;
}
