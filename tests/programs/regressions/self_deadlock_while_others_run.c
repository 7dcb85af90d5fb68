// A thread that waits for itself is a deadlock, though main goes on for ever.
// expect: deadlock violated
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    return 0;
}
volatile int alive;
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    for (;;) alive = !alive;
}
