// A single number in four thousand million breaks the claim: to say that it holds would be wrong.
// expect: assert violated|unknown
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    /* n = 1431659880 */
    assert(n * 3 + 1 != 12345);
    return 0;
}
