// A value never set is unknown, but it is one value: reading it twice gives the same.
// expect: assert holds
// variant: -DHEAP
// expect: assert holds
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef HEAP
    unsigned char *n = malloc(1);
#else
    unsigned char local, *n = &local;
#endif
    int first = *n;
    int second = *n;
    assert(first == second);
    return 0;
}
