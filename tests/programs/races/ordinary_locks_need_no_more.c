// Semaphores, mutexes that are destroyed, detached threads: nothing here is learned without an order, and every engine knows races.
// expect: race holds
// variant: -DRACES
// expect: race violated
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static pthread_mutex_t mutex;
static int data;

static void *poster(void *unused) {
    pthread_mutex_lock(&mutex);
    data = 1;
    pthread_mutex_unlock(&mutex);
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_mutex_init(&mutex, 0);
    pthread_create(&thread, 0, poster, 0);
    pthread_detach(thread);
#ifndef RACES
    sem_wait(&semaphore);
#endif
    data = 2;
    sem_destroy(&semaphore);
    pthread_mutex_destroy(&mutex);
    return 0;
}
