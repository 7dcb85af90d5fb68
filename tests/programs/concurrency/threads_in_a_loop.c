// Threads created in a loop, their identifiers kept in an array.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DJOINED=2
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef JOINED
#define JOINED 3
#endif

static _Atomic int done;

static void *worker(void *unused) {
    done++;
    return 0;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < JOINED; i++)
        pthread_join(threads[i], 0);
    assert(done == 3);
    return 0;
}
