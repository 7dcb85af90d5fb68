// Threads that are created in a loop, and whose identifiers are kept in an array, are all over when a second loop has joined them.
// expect: race holds
// expect: assert holds
// modular: race
// variant: -DJOINED=2
// expect: race violated
// expect: assert violated
// variant: -DBETWEEN
// expect: race violated
// variant: -DSHARED
// expect: race violated
#include <assert.h>
#include <pthread.h>

#ifndef JOINED
#define JOINED 3
#endif

static int results[3];

static void *worker(void *result) {
#ifdef SHARED
    result = &results[0];
#endif
    *(int *)result = 1;
    return 0;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, &results[i]);
#ifdef BETWEEN
    results[2] = 1;
#endif
    for (int i = 0; i < JOINED; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < 3; i++)
        assert(results[i] == 1);
    return 0;
}
