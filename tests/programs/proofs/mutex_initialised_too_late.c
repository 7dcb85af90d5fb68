// A mutex that is initialised anew, or destroyed, while others run keeps nobody apart.
// expect: race violated
// variant: -DDESTROYED
// expect: race violated
// variant: -DIN_TIME
// expect: race holds
// modular: race
// variant: -DIN_TIME -DDESTROYED
// expect: race holds
// modular: race
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void again(void) {
#ifdef DESTROYED
    pthread_mutex_destroy(&mutex);
#endif
    pthread_mutex_init(&mutex, 0);
}

int main(void) {
    pthread_t one, other;
#ifdef IN_TIME
    again();
#endif
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
#ifndef IN_TIME
    again();
#endif
    worker(0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return counter;
}
