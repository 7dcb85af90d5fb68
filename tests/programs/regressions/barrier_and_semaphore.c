// A barrier for three that only two reach is a deadlock; a semaphore with too few posts as well.
// expect: deadlock holds
// expect: race holds
// expect: assert holds
// variant: -DCOUNT=3
// expect: deadlock violated
// variant: -DNO_POST
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#ifndef COUNT
#define COUNT 2
#endif

pthread_barrier_t barrier;
sem_t semaphore;
int before, after;

void *worker(void *unused) {
    before = 1;
    pthread_barrier_wait(&barrier);
    assert(after == 0 || after == 1);
    sem_wait(&semaphore);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, COUNT);
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_barrier_wait(&barrier);
    assert(before == 1);
#ifndef NO_POST
    sem_post(&semaphore);
#endif
    pthread_join(thread, 0);
    after = 1;
    return 0;
}
