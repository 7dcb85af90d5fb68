// Only what came from the heap may be freed, at its start, and once.
// expect: memory violated
// variant: -DCASE=1
// expect: memory violated
// variant: -DCASE=2
// expect: memory violated
// variant: -DCASE=3
// expect: memory violated
// variant: -DCASE=4
// expect: memory violated
// variant: -DCASE=5
// expect: memory holds
// variant: -DCASE=6
// expect: memory violated
// variant: -DCASE=7
// expect: memory violated
// variant: -DCASE=8
// expect: memory violated
#include <stdlib.h>
#ifndef CASE
#define CASE 0
#endif
int global;
int main(void) {
    int local;
    int *block = malloc(8), *copy = block;
    void *wrong[] = {&global, &local, block + 1, "text", (void *)0x1234, 0, (void *)main, block - 1, block};
    if (CASE == 8) free(block);
    free(wrong[CASE]);
    return 0;
}
