// A time limit is read, its seconds too: whoever changes them meanwhile races.
// expect: race violated
// variant: -DSEMAPHORE
// expect: race violated
// variant: -DMUTEX
// expect: race violated
// variant: -DREAD_WRITE_LOCK
// expect: race violated
// variant: -DMUTEX -DFREE
// expect: race holds
// variant: -DUNWRITTEN
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static struct timespec deadline;

static void *changes(void *unused) {
    deadline.tv_sec = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
#ifdef UNWRITTEN
    /* Nothing depends on the seconds. */
    struct timespec *any = malloc(sizeof *any);
    any->tv_nsec = 0;
    assert(sem_timedwait(&semaphore, any) == -1 && errno == ETIMEDOUT);
    free(any);
    return 0;
#endif
#ifndef FREE
    pthread_mutex_lock(&mutex);
#endif
    pthread_create(&thread, 0, changes, 0);
#ifdef SEMAPHORE
    sem_timedwait(&semaphore, &deadline);
#elif defined MUTEX
    pthread_mutex_timedlock(&mutex, &deadline);
#elif defined READ_WRITE_LOCK
    pthread_rwlock_timedwrlock(&lock, &deadline);
#else
    pthread_cond_timedwait(&condition, &mutex, &deadline);
#endif
    pthread_join(thread, 0);
    return 0;
}
