// Two threads join each other, and a third one cancels one of them: nobody waits in vain.
// Without that, or where cancelling is disabled, they do.
// expect: deadlock holds
// variant: -DNOBODY_CANCELS
// expect: deadlock violated
// variant: -DDISABLED
// expect: deadlock violated
#include <pthread.h>
#include <semaphore.h>
pthread_t first, second;
sem_t known;

void *join_second(void *unused)
{
#ifdef DISABLED
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
#endif
    sem_wait(&known);
    pthread_join(second, 0);
    return 0;
}

void *join_first(void *unused)
{
#ifdef DISABLED
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
#endif
    sem_wait(&known);
    pthread_join(first, 0);
    return 0;
}

int main(void)
{
    sem_init(&known, 0, 0);
    pthread_create(&first, 0, join_second, 0);
    pthread_create(&second, 0, join_first, 0);
    sem_post(&known);
    sem_post(&known);
#ifndef NOBODY_CANCELS
    pthread_cancel(first);
#endif
    return 0;
}
