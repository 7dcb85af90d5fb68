// After the unlock another thread goes on, although the unlocking thread fails next.
// expect: division violated
// expect: reach violated
#include <pthread.h>
extern void reach_error(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int ready;

void *other(void *unused) {
    pthread_mutex_lock(&mutex);
    if (ready) reach_error();
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    volatile int zero = 0;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, other, 0);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    return 1 / zero;
}
