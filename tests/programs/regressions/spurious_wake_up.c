// A wait on a condition may end by itself: an if in place of the while is wrong.
// expect: assert violated
// variant: -DLOOP=while
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#ifndef LOOP
#define LOOP if
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;

void *waiter(void *unused) {
    pthread_mutex_lock(&mutex);
    LOOP (!ready) pthread_cond_wait(&condition, &mutex);
    assert(ready);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
