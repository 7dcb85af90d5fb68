// malloc's memory can hold anything, calloc's is zero.
// expect: assert violated
// variant: -DCLEARED
// expect: assert holds
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef CLEARED
    char *block = calloc(2, 1);
#else
    char *block = malloc(2);
#endif
    assert(block[1] == 0);
    free(block);
    return 0;
}
