// Addresses into arrays of structures of arrays, with constant and computed indices.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=10
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 1234
#endif

struct point {
    short x, y;
};

struct shape {
    char tag;
    struct point corners[3];
    struct {
        long weight;
        int rows[2][4];
    } inner;
};

static struct shape shapes[2][2];

static void fill(struct shape *shape, int seed) {
    for (int i = 0; i < 3; i++) {
        shape->corners[i].x = (short)(seed + i);
        shape->corners[i].y = (short)-(seed + i);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            shape->inner.rows[i][j] = 100 * seed + 10 * i + j;
    shape->inner.weight = seed;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            fill(&shapes[i][j], 2 * i + j);
    struct shape *last = &shapes[1][0] + 1;
    int i = 1;
    assert(last->corners[2].x == 5);
    assert(shapes[1][1].corners[i].y == -4);
    assert((*(shapes + i))[0].inner.weight == 2);
    /* 313 + 300 + 213 + 200 + 113 + 100 + 13 + 0 - 18 */
    int sum = 0;
    for (int k = 0; k < 4; k++)
        sum += shapes[k / 2][k % 2].inner.rows[1][3] + shapes[k / 2][k % 2].inner.rows[0][0];
    assert(sum - 18 == EXPECTED);
    return 0;
}
