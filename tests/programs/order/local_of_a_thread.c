// A thread lets another write to its local variable, and must stay until that has happened.
// expect: assert holds
// expect: memory holds
// expect: race holds
// expect: deadlock holds
// variant: -DDOES_NOT_WAIT
// expect: memory violated
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int *shared;
static sem_t known, written;

static void *owner(void *unused) {
    int local = 0;
    shared = &local;
    sem_post(&known);
#ifndef DOES_NOT_WAIT
    sem_wait(&written);
    assert(local == 5);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&known, 0, 0);
    sem_init(&written, 0, 0);
    pthread_create(&thread, 0, owner, 0);
    sem_wait(&known);
    *shared = 5;
    sem_post(&written);
    pthread_join(thread, 0);
    return 0;
}
