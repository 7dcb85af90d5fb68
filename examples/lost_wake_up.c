#include <pthread.h>

/* A condition variable does not remember a signal: when the signal comes before
   the wait, main waits for ever. It should look at a flag, in a loop, before it
   waits and whenever it wakes. */
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t done = PTHREAD_COND_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
