// A generic sort that takes its comparison and works on untyped memory.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=1
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 2
#endif

struct entry {
    char key;
    int rank;
};

static void swap_bytes(char *a, char *b, size_t size) {
    while (size--) {
        char t = *a;
        *a++ = *b;
        *b++ = t;
    }
}

static void sort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *bytes = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && compare(bytes + (j - 1) * size, bytes + j * size) > 0; j--)
            swap_bytes(bytes + (j - 1) * size, bytes + j * size, size);
}

static int by_rank(const void *a, const void *b) {
    return ((const struct entry *)a)->rank - ((const struct entry *)b)->rank;
}

static int by_key_downwards(const void *a, const void *b) {
    return ((const struct entry *)b)->key - ((const struct entry *)a)->key;
}

int main(void) {
    struct entry entries[3] = {{'b', 3}, {'c', 1}, {'a', 2}};
    sort(entries, 3, sizeof entries[0], by_rank);
    assert(entries[0].key == 'c' && entries[1].key == 'a' && entries[2].key == 'b');
    sort(entries, 3, sizeof entries[0], by_key_downwards);
    assert(entries[2].rank == EXPECTED);
    return 0;
}
