// Reading and writing a block after it was freed.
// expect: memory violated
// variant: -DWRITE
// expect: memory violated
// variant: -DBEFORE
// expect: memory holds
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
    int seen = 0;
#ifdef BEFORE
    seen = *block;
#endif
    free(block);
#ifdef WRITE
    *block = 2;
#elif !defined BEFORE
    seen = *block;
#endif
    return seen;
}
