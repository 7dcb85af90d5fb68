// A call through a table of functions at an input's index; the last entry is no function.
// expect: assert holds
// expect: memory holds
// variant: -DENTRIES=4
// expect: memory violated
// variant: -DFORBIDDEN=27
// expect: assert violated
#include <assert.h>

#ifndef ENTRIES
#define ENTRIES 3
#endif
#ifndef FORBIDDEN
#define FORBIDDEN 28
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int twice(int n) { return 2 * n; }
static int square(int n) { return n * n; }
static int cube(int n) { return n * n * n; }

static int (*const table[4])(int) = {twice, square, cube, 0};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() * 7u % ENTRIES;
    int result = table[i](3);
    assert(result == 6 || result == 9 || result == 27);
    assert(result != FORBIDDEN);
    return 0;
}
