// What holds for every wide number is not proved by trying some: never violated, a proof only by an engine that can.
// expect: assert holds|unknown
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(n * 2 != 7);
    return 0;
}
