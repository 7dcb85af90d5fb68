// A semaphore that could not be had, or whose value is only looked at, orders nothing; one that is taken does.
// expect: race holds
// variant: -DLOOKS
// expect: race violated
// variant: -DFAILS
// expect: race violated
// variant: -DTIMED
// expect: race violated
// variant: -DTIMED -DTAKES
// expect: race holds
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;
static int data;

static void *giver(void *unused) {
    data = 1;
#if defined FAILS || defined TIMED && !defined TAKES
    sem_wait(&semaphore);
#endif
    sem_post(&semaphore);
    return unused;
}

int main(void) {
    pthread_t thread;
#if defined FAILS || defined TIMED && !defined TAKES
    sem_init(&semaphore, 0, 1);
#else
    sem_init(&semaphore, 0, 0);
#endif
    pthread_create(&thread, 0, giver, 0);
#ifdef LOOKS
    int value;
    sem_getvalue(&semaphore, &value);
    if (value == 1)
        data = 2;
#elif defined TIMED
    const struct timespec soon = {0, 0};
    int had = sem_timedwait(&semaphore, &soon) == 0;
#ifdef TAKES
    if (had)
        data = 2;
#else
    if (!had)
        data = 2;
    else
        sem_post(&semaphore);
#endif
#elif defined FAILS
    if (sem_trywait(&semaphore) != 0)
        data = 2;
    else
        sem_post(&semaphore);
#else
    if (sem_trywait(&semaphore) == 0)
        data = 2;
#endif
    pthread_join(thread, 0);
    return data == 0;
}
