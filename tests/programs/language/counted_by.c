// An array that is said to be as long as a member tells is accessed without reading that member.
// expect: race holds
// expect: memory holds
// variant: -DREAD
// expect: race violated
// variant: -DTOO_FAR
// expect: memory violated
#include "check.h"
extern void *malloc(size_t);
extern void free(void *);

struct row {
    int count;
    int elements[] __attribute__((counted_by(count)));
};

static void *grow(void *argument)
{
    struct row *row = argument;
    row->count = 2;
    return NULL;
}

int main(void)
{
    struct row *row = malloc(sizeof *row + 2 * sizeof(int));
    row->count = 1;
    pthread_t thread;
    pthread_create(&thread, NULL, grow, row);
#if defined READ
    int last = row->count;
#elif defined TOO_FAR
    int last = 2;
#else
    int last = 1;
#endif
    row->elements[last] = 5;
    pthread_join(thread, NULL);
    free(row);
    return 0;
}
