// A detached thread cannot be joined, whether it still runs or not.
// expect: memory violated
#include <pthread.h>

static void *worker(void *unused) {
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_detach(thread);
    pthread_join(thread, 0);
    return 0;
}
