// After an assumption that cannot hold nothing is reached, and that is no deadlock.
// expect: assert holds
// expect: deadlock holds
#include <assert.h>

extern void __VERIFIER_assume(int);

int main(void) {
    __VERIFIER_assume(0);
    assert(0);
    return 0;
}
