// A destroyed mutex must not be used before it is initialised again, and a locked one not be destroyed.
// expect: deadlock holds
// variant: -DUSED
// expect: deadlock violated
// variant: -DLOCKED
// expect: deadlock violated
#include <pthread.h>

int main(void) {
    pthread_mutex_t lock;
    pthread_mutex_init(&lock, 0);
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    pthread_mutex_destroy(&lock);
#ifndef USED
    pthread_mutex_init(&lock, 0);
#endif
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    return 0;
}
