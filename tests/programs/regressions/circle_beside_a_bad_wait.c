// A thread stands in front of a memory error for as long as it likes, and others wait for each
// other meanwhile: to find out whether it waits too must not end the run.
// expect: deadlock violated
// expect: memory violated
#include <pthread.h>
#include <semaphore.h>

static sem_t begun, *nowhere;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    sem_post(&begun);
    sem_wait(nowhere);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&begun, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_wait(&begun);
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    return 0;
}
