// Two threads free the same block, unless only one of them gets the pointer.
// expect: memory violated
// variant: -DEXCHANGED
// expect: memory holds
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic shared;

static void *freer(void *unused) {
#ifdef EXCHANGED
    free(atomic_exchange(&shared, 0));
#else
    if (shared) {
        int *mine = shared;
        shared = 0;
        free(mine);
    }
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    shared = malloc(sizeof *shared);
    pthread_create(&thread, 0, freer, 0);
    freer(0);
    pthread_join(thread, 0);
    return 0;
}
