// Freed where the lowest bit is set, and again where the lowest two are 0 and 1 or, in the fixed program, where it is not set.
// expect: memory violated
// variant: -DOTHERWISE
// expect: memory holds
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() * 3u;
    int *block = malloc(sizeof *block);
    *block = 1;
    if (n & 1)
        free(block);
#ifdef OTHERWISE
    if (!(n & 1))
#else
    if ((n & 3) == 1)
#endif
        free(block);
    return 0;
}
