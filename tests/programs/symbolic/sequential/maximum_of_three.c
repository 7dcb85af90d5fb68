// Nested conditionals whose results meet; a mistake in one of four branches.
// expect: assert holds
// variant: -DMISTAKE
// expect: assert violated
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int most;
    if (a > b) {
        if (a > c)
            most = a;
        else
            most = c;
    } else {
        if (b > c)
            most = b;
        else
#ifdef MISTAKE
            most = a;
#else
            most = c;
#endif
    }
    assert(most >= a && most >= b && most >= c);
    assert(most == a || most == b || most == c);
    return 0;
}
