// Recursion without an end is no proof of anything: the depth is limited and the answer says so.
// expect: assert unknown
#include "check.h"

static int down(int n) { return down(n + 1) + 1; }

int main(void) {
    assert(down(0) == 0);
    return 0;
}
