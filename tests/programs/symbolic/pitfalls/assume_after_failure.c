// An assumption behind an assertion does not excuse it; one in front of it does.
// expect: assert violated
// variant: -DIN_FRONT
// expect: assert holds
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
#ifdef IN_FRONT
    __VERIFIER_assume(n != 0x9abc);
#endif
    assert(n * 3u != 0x9abcu * 3u);
    __VERIFIER_assume(n != 0x9abc);
    return 0;
}
