// A detached thread runs on while main only ends itself; nobody waits for it, and that is no deadlock.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// variant: -DNEVER_WRITTEN
// expect: assert violated
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static int value;

static void *worker(void *unused) {
#ifndef NEVER_WRITTEN
    value = 1;
#endif
    assert(value == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_detach(thread);
    pthread_exit(0);
}
