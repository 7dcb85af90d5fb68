// Arrays whose length is known only when the program runs, also in two dimensions and in loops.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=20
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 21
#endif

static int triangle(int n) {
    int rows[n];
    for (int i = 0; i < n; i++)
        rows[i] = i + 1;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += rows[i];
    return sum;
}

static int corner(int height, int width, int grid[height][width]) {
    return grid[height - 1][width - 1];
}

int main(void) {
    int n = 3;
    assert(sizeof(char[n + 2]) == 5);
    for (int size = 1; size <= 3; size++) {
        char text[size];
        text[size - 1] = (char)size;
        assert(sizeof text == size && text[size - 1] == size);
    }
    int grid[2][n];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n; j++)
            grid[i][j] = 10 * i + j;
    assert(corner(2, n, grid) == 12);
    assert(triangle(6) == EXPECTED);
    return 0;
}
