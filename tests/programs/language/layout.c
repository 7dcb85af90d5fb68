// Sizes, alignments and offsets follow the data model.
// expect: assert holds
// variant: -DEXPECTED=1
// expect: assert violated
#include "check.h"
#include <stddef.h>

#ifndef EXPECTED
#define EXPECTED sizeof(void *)
#endif

struct layout {
    char a;
    short b;
    char c;
    double d;
    char *e;
};

int main(void) {
    assert(sizeof(long) == sizeof(void *));
    assert(sizeof(long) == EXPECTED);
    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8);
    assert(offsetof(struct layout, b) == 2 && offsetof(struct layout, c) == 4);
    assert(offsetof(struct layout, d) == 8);
    assert(offsetof(struct layout, e) == 16);
    assert(sizeof(struct layout) == 16 + (sizeof(void *) == 8 ? 8 : 4));
    assert(_Alignof(struct layout) == sizeof(void *));
    _Alignas(16) char buffer[3];
    assert(_Alignof(buffer) == 16 && sizeof buffer == 3);
    return 0;
}
