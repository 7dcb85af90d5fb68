// One of two thousand constants is 77, at the place 1234.
// expect: assert violated
// expect: memory holds
// variant: -DFORBIDDEN=78
// expect: assert holds
// expect: memory holds
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 77
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static const unsigned short table[2000] = {
    [0 ... 999] = 3, [1000 ... 1233] = 5, [1234] = 77, [1235 ... 1999] = 6,
};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 2000;
    assert(table[i] != FORBIDDEN);
    return 0;
}
