// _Generic, static assertions, anonymous members, boolean constants.
// expect: assert holds
// variant: -DEXPECTED=3
// expect: assert violated
#include "check.h"
#include <stdbool.h>

#ifndef EXPECTED
#define EXPECTED 2
#endif

#define kind(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)

_Static_assert(sizeof(int) == 4, "int has four bytes");

struct box {
    struct { int x, y; };
    union { int whole; char part; };
};

int main(void) {
    struct box b = {.x = 1, .y = 2, .whole = 3};
    bool done = true;
    assert(kind(1) == 1 && kind("s") == 3 && kind(1L) == 4);
    assert(kind(1.0) == EXPECTED);
    assert(b.x + b.y + b.part == 6 && done && !false);
    return 0;
}
