// What happens before a post has happened after the wait that it lets through.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// variant: -DWITHOUT_POST
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int value;

static void *worker(void *unused) {
    value = 1;
#ifndef WITHOUT_POST
    assert(sem_post(&ready) == 0);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    assert(sem_init(&ready, 0, 0) == 0);
    pthread_create(&thread, 0, worker, 0);
    assert(sem_wait(&ready) == 0);
    assert(value == 1);
    pthread_join(thread, 0);
    assert(sem_destroy(&ready) == 0);
    return 0;
}
