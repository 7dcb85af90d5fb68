// Two inputs go through one place with two semaphores, in order; without waiting for the empty place one is overwritten.
// unwind: 3
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DNEVER_FULL
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern unsigned __VERIFIER_nondet_uint(void);

static sem_t empty, full;
static unsigned items[2], place;

static void *producer(void *unused) {
    for (int i = 0; i < 2; i++) {
#ifndef NEVER_FULL
        sem_wait(&empty);
#endif
        place = items[i];
        sem_post(&full);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    items[0] = __VERIFIER_nondet_uint();
    items[1] = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, producer, 0);
    for (int i = 0; i < 2; i++) {
        sem_wait(&full);
        assert(place == items[i]);
        sem_post(&empty);
    }
    pthread_join(thread, 0);
    return 0;
}
