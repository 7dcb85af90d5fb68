// A block that nobody frees is a leak, where the user asks for that check.
// args: --check leak
// expect: leak violated|unknown
// variant: -DFREED
// expect: leak holds|unknown
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
#ifdef FREED
    free(block);
#endif
    return 0;
}
