// Shifting a negative number to the right keeps its sign; as unsigned it does not.
// expect: assert holds
// variant: -DAS_UNSIGNED
// expect: assert violated
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned k = __VERIFIER_nondet_uint() % 32;
#ifdef AS_UNSIGNED
    int shifted = (int)((unsigned)n >> k);
#else
    int shifted = n >> k;
#endif
    assert((shifted < 0) == (n < 0));
    return 0;
}
