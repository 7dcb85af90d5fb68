// Allocated memory is fresh, zeroed where promised, aligned, and keeps its contents when it grows.
// expect: assert holds
// expect: memory holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *zeros = calloc(3, sizeof(int)), *more;
    void *aligned;
    char *copy;
    assert(zeros[0] == 0 && zeros[2] == 0);
    zeros[1] = 7;
    more = realloc(zeros, 5 * sizeof(int));
    assert(more[0] == 0 && more[1] == 7);
    more[4] = 9;
    more = reallocarray(more, 2, sizeof(int));
    assert(more[1] == 7);
    assert(realloc(more, 0) == 0);
    assert(calloc(SIZE_MAX / 2, 3) == 0 && errno == ENOMEM);
    assert(posix_memalign(&aligned, 3, 8) == EINVAL);
    assert(posix_memalign(&aligned, 64, 8) == 0 && (uintptr_t)aligned % 64 == 0);
    free(aligned);
    aligned = aligned_alloc(32, 32);
    assert(malloc_usable_size(aligned) >= 32);
    free(aligned);
    free(memalign(16, 16));
    copy = strdup("raddle");
    assert(strcmp(copy, "raddle") == 0);
    free(copy);
    copy = strndup("raddle", 3);
    assert(strcmp(copy, "rad") == 0);
    free(copy);
    copy = realloc(0, 1);
    *copy = 1;
    free(copy);
    free(0);
    return 0;
}
