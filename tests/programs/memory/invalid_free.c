// Freeing what malloc did not give: the middle of a block, a local, a global variable.
// expect: memory violated
// variant: -DLOCAL
// expect: memory violated
// variant: -DGLOBAL
// expect: memory violated
// variant: -DNOTHING
// expect: memory holds
#include <stdlib.h>

static int global;

int main(void) {
    int local;
    char *block = malloc(4);
#if defined LOCAL
    free(&local);
#elif defined GLOBAL
    free(&global);
#elif defined NOTHING
    free(NULL);
    free(block);
#else
    free(block + 1);
#endif
    return 0;
}
