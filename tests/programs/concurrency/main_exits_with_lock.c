// main ends only itself while it holds a lock: the other thread waits for ever.
// expect: deadlock violated
// variant: -DUNLOCKED
// expect: deadlock holds
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
#ifdef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
    pthread_exit(0);
}
