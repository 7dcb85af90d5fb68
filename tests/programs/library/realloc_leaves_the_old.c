// After realloc the old pointer is dead; what is not the start of a live object cannot be freed or grown.
// expect: memory violated
// variant: -DTWICE
// expect: memory violated
// variant: -DINSIDE
// expect: memory violated
#include <stdlib.h>

int main(void) {
    char *old = malloc(4);
#if defined TWICE
    free(old);
    old = realloc(old, 8);
#elif defined INSIDE
    free(old + 1);
#else
    char *new = realloc(old, 8);
    old[0] = 1;
    free(new);
#endif
    return 0;
}
