// Freeing twice, directly and through a second pointer.
// expect: memory violated
// variant: -DALIAS
// expect: memory violated
// variant: -DCLEARED
// expect: memory holds
#include <stdlib.h>

int main(void) {
    char *block = malloc(4), *alias = block;
    free(block);
#ifdef ALIAS
    free(alias);
#else
#ifdef CLEARED
    block = NULL;
#endif
    free(block);
#endif
    return 0;
}
