// Nothing is allocated that is larger than a difference of pointers, and errno says so.
// args: --malloc-may-fail
// expect: assert holds
// expect: memory holds
// variant: -DWRONG
// expect: assert violated
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    volatile size_t huge = SIZE_MAX;
    char *small = malloc(1);
    void *aligned = 0;
    if (small == 0)
        return 0;
    *small = 7;
    assert(malloc(huge) == 0 && errno == ENOMEM);
    errno = 0;
    assert(calloc(huge / 2 + 1, 1) == 0 && errno == ENOMEM);
    errno = 0;
    assert(realloc(small, huge) == 0 && errno == ENOMEM);
    assert(posix_memalign(&aligned, 16, huge) == ENOMEM);
#ifdef WRONG
    assert(malloc((size_t)PTRDIFF_MAX + 1) != 0);
#endif
    assert(*small == 7);
    free(small);
    return 0;
}
