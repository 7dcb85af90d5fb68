// An index in shared memory is checked and read again for the access; in between it may have grown.
// expect: memory violated
// variant: -DREAD_ONCE
// expect: memory holds
// expect: race holds
#include <pthread.h>

static _Atomic unsigned place;
static int cells[4];

static void *grower(void *unused) {
    place = 7;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, grower, 0);
#ifdef READ_ONCE
    unsigned here = place;
    if (here < 4)
        cells[here] = 1;
#else
    if (place < 4)
        cells[place] = 1;
#endif
    return 0;
}
