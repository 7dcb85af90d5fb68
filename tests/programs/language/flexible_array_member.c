// A structure whose last member has no fixed length, on the heap.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=9
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 6
#endif

extern void *malloc(size_t size);
extern void free(void *pointer);

struct message {
    int length;
    short values[];
};

int main(void) {
    struct message *m = malloc(sizeof *m + 4 * sizeof(short));
    m->length = 4;
    for (int i = 0; i < m->length; i++)
        m->values[i] = (short)(i * i);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += m->values[i];
    assert(sizeof(struct message) == 4);
    assert(sum + 1 == EXPECTED);
    assert(m->values[3] == 9);
    free(m);
    return 0;
}
