// Locking an ordinary mutex twice waits for oneself.
// expect: deadlock violated
// variant: -DONCE
// expect: deadlock holds
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void inner(void) {
#ifndef ONCE
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
#endif
}

int main(void) {
    pthread_mutex_lock(&lock);
    inner();
    pthread_mutex_unlock(&lock);
    return 0;
}
