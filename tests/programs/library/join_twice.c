// A thread that was joined does not exist any more.
// expect: memory violated
// variant: -DONCE
// expect: memory holds
#include <pthread.h>

static void *worker(void *unused) {
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
#ifndef ONCE
    pthread_join(thread, 0);
#endif
    return 0;
}
