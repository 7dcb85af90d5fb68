// A thread that locks a normal mutex again waits for itself, though others run on.
// expect: deadlock violated
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int endless;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    while (!endless)
        ;
    return 0;
}
