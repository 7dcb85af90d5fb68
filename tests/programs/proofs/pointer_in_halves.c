// A pointer that is put together from its halves is one to the object, also where one half is known to be a small number.
// expect: assert violated
// expect: memory holds
// variant: -DWHOLE
// expect: assert violated
// variant: -DWHOLE -DBEHIND=7
// expect: assert holds
// expect: memory holds
// modular: assert memory
// variant: -DBEHIND=7
// expect: memory holds
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef BEHIND
#define BEHIND 1
#endif

int main(void) {
    int *object = malloc(sizeof *object);
    *object = 1;
#ifdef WHOLE
    int *again = (int *)(uintptr_t)object;
    *again = 7;
    assert(*object == BEHIND);
#else
    unsigned halves[2];
    memcpy(halves, &object, sizeof object);
    if (halves[1] < 20) {
        int *again = (int *)(((uintptr_t)halves[1] << 32) | halves[0]);
        *again = 7;
        assert(*object == BEHIND);
    }
#endif
    return 0;
}
