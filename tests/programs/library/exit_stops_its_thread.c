// Nothing comes after exit, abort, quick_exit or _Exit.
// expect: assert holds
// expect: deadlock holds
// variant: -DHOW=abort()
// expect: assert holds
// variant: -DHOW=_Exit(1)
// expect: assert holds
// variant: -DHOW=quick_exit(1)
// expect: assert holds
#include <assert.h>
#include <stdlib.h>

#ifndef HOW
#define HOW exit(1)
#endif

int main(void) {
    HOW;
    assert(0);
    return 0;
}
