// A timed wait may take what is posted in time, and may give up before.
// expect: assert violated
// expect: deadlock holds
// variant: -DGIVES_UP
// expect: assert violated
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;

static void *worker(void *unused) {
    sem_post(&semaphore);
    return 0;
}

int main(void) {
    struct timespec deadline = {1, 0};
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, worker, 0);
#ifdef GIVES_UP
    assert(sem_timedwait(&semaphore, &deadline) == 0);
#else
    assert(sem_timedwait(&semaphore, &deadline) == -1);
#endif
    return 0;
}
