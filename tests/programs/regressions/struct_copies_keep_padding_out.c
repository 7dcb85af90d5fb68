// Padding and unwritten members do not matter to copies, and copies do not matter to the verdict.
// expect: memory holds
// expect: assert holds
#include <assert.h>
#include <string.h>
#include <stdlib.h>

struct mixed { char small; long large; short middle; };

static struct mixed pass(struct mixed value) { value.middle = 3; return value; }

int main(void) {
    struct mixed first, second;
    first.small = 1;
    first.large = 2;
    second = pass(first);
    struct mixed *heap = malloc(sizeof *heap);
    *heap = second;
    memcpy(&first, heap, sizeof first);
    assert(first.small == 1 && first.large == 2 && first.middle == 3);
    free(heap);
    return 0;
}
