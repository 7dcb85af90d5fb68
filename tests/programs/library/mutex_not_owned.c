// Unlocking a normal mutex that is free, or another thread's, is undefined.
// expect: deadlock violated
// variant: -DOF_ANOTHER
// expect: deadlock violated
// variant: -DOWNED
// expect: deadlock holds
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
#ifdef OF_ANOTHER
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
#else
#ifdef OWNED
    pthread_mutex_lock(&lock);
#endif
    worker(0);
#endif
    return 0;
}
