// Bugs at the limits of a type and beside the program's constants are found.
// expect: overflow violated
// expect: assert violated
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int next = n + 1;
    assert(next - 1 != 4711);
    return 0;
}
