// A thread that waits for a semaphore can be cancelled; its result says so.
// expect: assert holds
// expect: deadlock holds
// variant: -DNOT_CANCELLED
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *worker(void *unused) {
    sem_wait(&never);
    assert(0);
    return 0;
}

int main(void) {
    pthread_t thread;
    void *result;
    sem_init(&never, 0, 0);
    pthread_create(&thread, 0, worker, 0);
#ifndef NOT_CANCELLED
    assert(pthread_cancel(thread) == 0);
#endif
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
