// A thread uses a local variable of the function that started it, after that has returned.
// expect: memory violated
// variant: -DJOINED
// expect: memory holds
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static pthread_t thread;

static void *worker(void *argument) {
    *(int *)argument = 5;
    return 0;
}

static void start(void) {
    int local = 0;
    pthread_create(&thread, 0, worker, &local);
#ifdef JOINED
    pthread_join(thread, 0);
    assert(local == 5);
#endif
}

int main(void) {
    start();
#ifndef JOINED
    pthread_join(thread, 0);
#endif
    return 0;
}
