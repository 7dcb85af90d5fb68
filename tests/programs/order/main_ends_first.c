// When main returns, the others stop; what it wrote just before can still be seen, and nobody is deadlocked.
// expect: assert violated
// expect: deadlock holds
// variant: -DNOTHING
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static _Atomic int x;

static void *worker(void *unused) {
    assert(x == 0);
    sem_wait(&never);
    assert(0);
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&never, 0, 0);
    pthread_create(&thread, 0, worker, 0);
#ifndef NOTHING
    x = 1;
#endif
    return 0;
}
