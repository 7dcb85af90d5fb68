// A semaphore lets in as many threads as its value says: two of two are inside together, one of one is not.
// expect: assert violated
// expect: deadlock holds
// variant: -DVALUE=1
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef VALUE
#define VALUE 2
#endif

static sem_t places;
static _Atomic int inside;

static void *worker(void *unused) {
    sem_wait(&places);
    assert(++inside == 1);
    --inside;
    sem_post(&places);
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&places, 0, VALUE);
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
