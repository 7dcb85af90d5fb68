// A wait that can end may do so although the thread has been cancelled, and the other way round.
// expect: assert violated
// variant: -DOTHER_WAY
// expect: assert violated
// variant: -DCANCELLED_BEFORE
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t go, ready;

static void *waiter(void *unused)
{
#ifdef CANCELLED_BEFORE
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    sem_wait(&ready);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
#endif
    sem_wait(&go);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    sem_init(&go, 0, 0);
    sem_init(&ready, 0, 0);
    pthread_create(&thread, 0, waiter, 0);
    pthread_cancel(thread);
    sem_post(&go);
    sem_post(&ready);
    pthread_join(thread, &result);
#ifdef OTHER_WAY
    assert(result != PTHREAD_CANCELED);
#else
    assert(result == PTHREAD_CANCELED);
#endif
    return 0;
}
