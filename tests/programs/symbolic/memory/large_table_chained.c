// A table of successors followed three times: it ends at 3, from 1500 alone at 2, and never outside.
// unwind: 4
// expect: assert holds
// expect: memory holds
// variant: -DFORBIDDEN=2
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);

/* 1500 -> 7 -> 1 -> 2 -> 3 -> 3; all others -> 3. */
static const unsigned next[1501] = {
    [0] = 3, [1] = 2, [2 ... 6] = 3, [7] = 1, [8 ... 1499] = 3, [1500] = 7,
};

int main(void) {
    unsigned place = __VERIFIER_nondet_uint() % 1501;
    for (int i = 0; i < 3; i++)
        place = next[place];
    assert(place == 3 || place == 2);
    assert(place != FORBIDDEN);
    return 0;
}
