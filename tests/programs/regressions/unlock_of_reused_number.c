// A mutex that a finished thread left locked stays locked for the threads that come after it.
// expect: deadlock violated
// variant: -DUNLOCK
// expect: deadlock holds
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *locker(void *unused) {
    pthread_mutex_lock(&mutex);
#ifdef UNLOCK
    pthread_mutex_unlock(&mutex);
#endif
    return 0;
}

void *unlocker(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, locker, 0);
    pthread_join(thread, 0);
    pthread_create(&thread, 0, unlocker, 0);
    pthread_join(thread, 0);
    return 0;
}
