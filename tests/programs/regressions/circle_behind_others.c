// Threads that wait for each other stay so whatever a third one does to the locks later.
// expect: deadlock violated
// variant: -DALONE
// expect: deadlock violated
// variant: -DFREED
// expect: deadlock violated
// variant: -DNOBODY
// expect: deadlock violated
// variant: -DIN_ORDER
// expect: deadlock holds
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t *first, second = PTHREAD_MUTEX_INITIALIZER;

void *spoil(void *unused)
{
#ifdef FREED
    free(first);
#elif !defined NOBODY && !defined IN_ORDER
    memset(first, 0, sizeof *first);
#endif
    return 0;
}

void *wait_for_first(void *unused)
{
#ifndef IN_ORDER
    pthread_mutex_lock(&second);
#endif
    pthread_mutex_lock(first);
    pthread_mutex_unlock(first);
    return 0;
}

int main(void)
{
    pthread_t waiter, spoiler;
    first = malloc(sizeof *first);
    pthread_mutex_init(first, 0);
    pthread_mutex_lock(first);
#ifndef ALONE
    pthread_create(&waiter, 0, wait_for_first, 0);
#endif
    pthread_create(&spoiler, 0, spoil, 0);
#ifdef ALONE
    pthread_mutex_lock(first);
#else
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(first);
#endif
    return 0;
}
