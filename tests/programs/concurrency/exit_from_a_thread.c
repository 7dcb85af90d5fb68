// exit in any thread ends the process: a thread left waiting is then no deadlock.
// expect: deadlock holds
// expect: assert holds
// variant: -DENDS=pthread_exit
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef ENDS
#define ENDS exit
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int locked;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    locked = 1;
    ENDS(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    while (!locked)
        ;
    pthread_mutex_lock(&lock);
    assert(0);
    return 0;
}
