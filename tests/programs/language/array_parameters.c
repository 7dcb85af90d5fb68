// Arrays as parameters are pointers; qualifiers, static bounds, and arrays inside structures.
// expect: assert holds
// variant: -DEXPECTED=1
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 50
#endif

struct holder { int items[3]; };

static void by_pointer(int a[static 2]) { a[1] = 50; }
static void by_value(struct holder h) { h.items[1] = 99; }
static int sum(const int a[const], int n) { return n ? a[0] + sum(a + 1, n - 1) : 0; }
static size_t measure(int a[10]) { return sizeof a; }

int main(void) {
    int a[3] = {1, 2, 3};
    struct holder h = {{4, 5, 6}};
    by_pointer(a);
    by_value(h);
    assert(a[1] == EXPECTED && h.items[1] == 5);
    assert(sum(a, 3) == 54);
    assert(measure(a) == sizeof(int *));
    return 0;
}
