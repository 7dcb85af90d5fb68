// Overlapping bytes moved by an input's distance: memmove keeps them all, a loop forwards does not.
// unwind: 10
// expect: assert holds
// expect: memory holds
// variant: -DFORWARDS
// expect: assert violated
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char cells[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned distance = __VERIFIER_nondet_uint() % 5, i = __VERIFIER_nondet_uint() % 4;
#ifdef FORWARDS
    for (unsigned at = 0; at < 4; at++)
        cells[at + distance] = cells[at];
#else
    memmove(cells + distance, cells, 4);
#endif
    assert(cells[i + distance] == i + 1);
    return 0;
}
