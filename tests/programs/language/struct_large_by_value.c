// Structures too large for registers: passed as copies, returned through a hidden pointer.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=2
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 3
#endif

struct large {
    int values[8];
    char tag;
    struct large *self;
};

static struct large make(int start) {
    struct large result = {.tag = 't'};
    for (int i = 0; i < 8; i++)
        result.values[i] = start + i;
    return result;
}

static int spoil(struct large copy, int position) {
    copy.values[position] = -1;
    copy.tag = 'x';
    return copy.values[0] + copy.values[7];
}

static struct large chain(struct large x, int depth) {
    if (depth == 0)
        return x;
    x.values[depth]++;
    return chain(x, depth - 1);
}

int main(void) {
    struct large x = make(0);
    assert(spoil(x, 0) == 6);
    assert(spoil(x, 7) == -1);
    assert(x.values[0] == 0 && x.values[7] == 7 && x.tag == 't');
    x.self = &x;
    struct large y = chain(x, 3);
    assert(y.self == &x && y.values[1] == 2 && y.values[3] == 4 && y.values[4] == 4);
    assert(make(-4).values[EXPECTED + 4] == EXPECTED && chain(y, 2).values[2] == EXPECTED + 1);
    return 0;
}
