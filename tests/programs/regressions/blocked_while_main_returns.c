// A thread that waits for ever is no deadlock when main returns, but is one when main only leaves its thread.
// expect: deadlock holds
// variant: -DENDING=pthread_exit(0)
// expect: deadlock violated
// variant: -DENDING=pthread_join(thread,0)
// expect: deadlock violated
// variant: -DENDING=exit(0)
// expect: deadlock holds
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#ifndef ENDING
#define ENDING return 0
#endif

sem_t never;

void *worker(void *unused) {
    sem_wait(&never);
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&never, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    ENDING;
}
