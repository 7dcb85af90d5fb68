// A signed index around a pointer into the middle: -4 to 3 stay inside eight elements, -5 does not.
// expect: memory holds
// expect: assert holds
// variant: -DLEAST=-5
// expect: memory violated
#include <assert.h>

#ifndef LEAST
#define LEAST -4
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static long cells[8];

int main(void) {
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= LEAST && i < 4);
    long *middle = cells + 4;
    middle[i] = i;
    assert(cells[i + 4] == i);
    return 0;
}
