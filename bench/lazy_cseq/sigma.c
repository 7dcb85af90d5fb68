// sigma (table 1 of the paper): each of several threads sets one place of an array, the one
// that a common index names; who starts them moves the index on.
// Property: every place is set in the end. It is violated: a thread that looks at the index
// late sets another one's place.
//   -DTHREADS=n  threads and places (16)
// Loops: THREADS.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 16
#endif

static int places[THREADS];
static int next;

static void *sets(void *unused) {
    places[next] = 1;
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        next = i;
        pthread_create(&threads[i], 0, sets, 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    int sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += places[i];
    assert(sum == THREADS);
    return 0;
}
