// Arrays of arrays: layout, pointers to rows, decay.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=122
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 123
#endif

static int cube[2][3][4];

static int sum_row(int (*row)[4], int which) {
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += row[which][i];
    return sum;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                cube[i][j][k] = 100 * i + 10 * j + k;
    int *flat = &cube[0][0][0];
    int (*rows)[4] = cube[1];
    assert(flat[11] == 23);
    assert(rows[2][3] == EXPECTED);
    assert(sum_row(cube[0], 2) == 86);
    assert(sizeof cube == 24 * sizeof(int) && sizeof cube[0] == 12 * sizeof(int));
    assert(&cube[1] - &cube[0] == 1 && (int *)&cube[1] - (int *)&cube[0] == 12);
    return 0;
}
