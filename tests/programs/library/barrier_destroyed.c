// A barrier may be destroyed, and its memory freed, by a thread that has passed it.
// expect: memory holds
// expect: deadlock holds
// variant: -DUSED
// expect: deadlock violated
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *worker(void *unused) {
    pthread_barrier_wait(barrier);
    return 0;
}

int main(void) {
    pthread_t thread;
    barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, 0, 2);
    pthread_create(&thread, 0, worker, 0);
    pthread_barrier_wait(barrier);
    pthread_barrier_destroy(barrier);
#ifdef USED
    pthread_barrier_wait(barrier);
#endif
    free(barrier);
    pthread_join(thread, 0);
    return 0;
}
