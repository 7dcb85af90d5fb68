// A loop of jumps that can be entered in the middle: even numbers start at the top, odd ones behind the first addition.
// unwind: 6
// expect: assert holds
// variant: -DFORBIDDEN=56
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 57
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), left, sum = 0;
    __VERIFIER_assume(n <= 5);
    left = n;
    /* 0 to 5 give 11, 12, 33, 34, 55, 56. */
    if (n & 1)
        goto middle;
top:
    sum += 10;
middle:
    sum += 1;
    if (left > 0) {
        left--;
        goto top;
    }
    assert(sum == 11 * n + (n & 1 ? 1 : 11));
    assert(sum != FORBIDDEN);
    return 0;
}
