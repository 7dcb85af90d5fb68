// A pointer that leaves its object and comes back is good again; one past the end may be compared but not read.
// expect: memory holds
// expect: assert holds
// variant: -DREAD=4
// expect: memory violated
// variant: -DREAD=-1
// expect: memory violated
// variant: -DREAD=1000000000000L
// expect: memory violated
// variant: -DREAD=281474976710656L
// expect: memory violated
// variant: -DREAD=(1L<<44)
// expect: memory violated
// variant: -DREAD=(1L<<38)
// expect: memory violated
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *block = malloc(4 * sizeof(int)), *other = malloc(4 * sizeof(int));
    for (int at = 0; at < 4; at++) block[at] = other[at] = at;
    int *end = block + 4, *walk = block;
    int sum = 0;
    for (; walk != end; walk++) sum += *walk;
    assert(sum == 6 && walk - block == 4 && walk > block && end[-1] == 3);
    volatile long far = 1000;
    int *away = block + far;
    away -= far;
    assert(*away == 0 && away == block);
#ifdef READ
    volatile long at = READ;
    sum = block[at];
#endif
    free(block);
    free(other);
    return 0;
}
