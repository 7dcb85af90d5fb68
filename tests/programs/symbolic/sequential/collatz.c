// How often the loop runs depends on the data: up to 7 it takes at most 16 steps, and 16 only for 7.
// unwind: 17
// expect: assert holds
// variant: -DMOST=15
// expect: assert violated
#include <assert.h>

#ifndef MOST
#define MOST 16
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), steps = 0;
    __VERIFIER_assume(n >= 1 && n <= 7);
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    assert(steps <= MOST);
    return 0;
}
