// The process ends for one number: what follows it never sees that number, and the end is no failure.
// expect: assert holds
// variant: -DFORBIDDEN=6
// expect: assert violated
// variant: -DLEAVE=abort()
// expect: assert holds
#include <assert.h>
#include <stdlib.h>

#ifndef FORBIDDEN
#define FORBIDDEN 5
#endif
#ifndef LEAVE
#define LEAVE exit(3)
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static void leave_if(_Bool condition) {
    if (condition)
        LEAVE;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    leave_if(n * 3u == 15u);
    assert(n != FORBIDDEN);
    return 0;
}
