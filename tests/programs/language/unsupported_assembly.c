// Inline assembly that is reached is not modelled: the answer is unknown, never a proof.
// expect: assert unknown
#include "check.h"

int main(void) {
    int n = 1;
    __asm__ volatile("incl %0" : "+r"(n));
    assert(n == 2);
    return 0;
}
