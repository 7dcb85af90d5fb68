// Memory that was never written has some value, and keeps it.
// expect: assert holds|unknown
// variant: -DGUESS
// expect: assert violated
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned char *block = malloc(2);
    unsigned char first = block[0], again = block[0];
    assert(first == again);
#ifdef GUESS
    assert(first != 77 || block[1] != 78);
#endif
    free(block);
    return 0;
}
