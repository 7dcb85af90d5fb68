// Beyond an allocated block, by one byte and by a whole element.
// expect: memory violated
// variant: -DBYTES=12
// expect: memory holds
// variant: -DBYTES=11
// expect: memory violated
#include <stdlib.h>

#ifndef BYTES
#define BYTES 8
#endif

int main(void) {
    int *block = malloc(BYTES);
    block[0] = 1;
    block[2] = 3;
    free(block);
    return 0;
}
