// Jumps forwards, backwards, out of nested loops and into a block.
// expect: assert holds
// variant: -DEXPECTED=21
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 22
#endif

static int search(int wanted) {
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++)
            if (i * j == wanted)
                goto found;
    return -1;
found:
    return 10 * i + j;
}

int main(void) {
    int n = 0;
again:
    n++;
    if (n < 5)
        goto again;
    assert(n == 5);
    if (n > 100) {
    inside:
        n += 100;
        goto out;
    }
    goto inside;
out:
    assert(n == 105);
    assert(search(7) == -1 && search(3) == 13);
    assert(search(4) == EXPECTED);
    return 0;
}
