// realloc keeps the contents and ends the old block's life.
// expect: memory holds
// expect: assert holds
// variant: -DOLD_BLOCK
// expect: memory violated
#include <assert.h>
#include <stdlib.h>

int main(void) {
    short *small = malloc(2 * sizeof(short));
    small[0] = 11;
    small[1] = 12;
    short *large = realloc(small, 4 * sizeof(short));
    large[3] = 14;
    assert(large[0] == 11 && large[1] == 12 && large[3] == 14);
#ifdef OLD_BLOCK
    small[0] = 1;
#endif
    free(large);
    return 0;
}
