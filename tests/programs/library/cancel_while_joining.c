// A thread that waits for another's end can be cancelled; the other can still be joined.
// expect: assert holds
// expect: deadlock holds
// expect: memory holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t go;
static pthread_t inner;

static void *inner_thread(void *unused) {
    while (sem_wait(&go) != 0)
        ;
    return 0;
}

static void *outer_thread(void *unused) {
    pthread_join(inner, 0);
    return 0;
}

int main(void) {
    pthread_t outer;
    void *result;
    sem_init(&go, 0, 0);
    pthread_create(&inner, 0, inner_thread, 0);
    pthread_create(&outer, 0, outer_thread, 0);
    pthread_cancel(outer);
    pthread_join(outer, &result);
    assert(result == PTHREAD_CANCELED);
    sem_post(&go);
    pthread_join(inner, 0);
    return 0;
}
