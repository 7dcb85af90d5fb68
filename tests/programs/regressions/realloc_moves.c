// What realloc was given is gone, its contents are kept, and the new part is unknown.
// expect: memory holds
// expect: assert holds
// variant: -DOLD
// expect: memory violated
// variant: -DPAST
// expect: memory violated
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *block = malloc(2 * sizeof *block);
    block[0] = 1;
    block[1] = 2;
    int *larger = realloc(block, 3 * sizeof *block);
    assert(larger[0] == 1 && larger[1] == 2);
    larger[2] = 3;
#ifdef OLD
    block[0] = 4;
#endif
    int *smaller = realloc(larger, sizeof *block);
    assert(smaller[0] == 1);
#ifdef PAST
    smaller[1] = 4;
#endif
    free(smaller);
    return 0;
}
