// pthread_timedjoin_np gives up a thread that does not end, and so never takes part in a deadlock.
// expect: assert holds
// expect: deadlock holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *worker(void *unused) {
    sem_wait(&never);
    return 0;
}

int main(void) {
    pthread_t thread;
    struct timespec deadline = {1, 0};
    sem_init(&never, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    assert(pthread_timedjoin_np(thread, 0, &deadline) == ETIMEDOUT);
    return 0;
}
