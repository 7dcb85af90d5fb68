// A store through a pointer to one of two pointers changes where later stores go.
// expect: assert holds
// variant: -DFORBIDDEN=5
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 6
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int a = 0, b = 0;
    int *p = &a, *q = &a;
    int **chosen = n * 11u == 77u ? &p : &q;
    *chosen = &b;
    *p = 5;
    assert((a == 5) != (b == 5) && (n == 7) == (b == 5));
    assert(b != FORBIDDEN);
    return 0;
}
