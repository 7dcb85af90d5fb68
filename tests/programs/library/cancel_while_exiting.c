// A thread that exits is not cancelled any more, one that returns still can be.
// expect: assert holds
// expect: deadlock holds
// variant: -DIN_TIME
// expect: assert holds
// expect: deadlock holds
// variant: -DCANCELLED
// expect: assert holds
// expect: deadlock holds
// variant: -DRETURNS
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t semaphore;
static int done;

static void destroys(void *unused) {
#ifdef CANCELLED
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
#endif
#ifdef IN_TIME
    sem_wait(&semaphore);
#else
    pthread_testcancel();
#endif
    done = 1;
}

static void *worker(void *unused) {
    pthread_setspecific(key, &key);
#ifndef IN_TIME
    pthread_cancel(pthread_self());
#endif
#ifdef CANCELLED
    pthread_testcancel();
#endif
#ifdef RETURNS
    return &done;
#else
    pthread_exit(&done);
#endif
}

int main(void) {
    pthread_t thread;
    void *result;
    sem_init(&semaphore, 0, 1);
    pthread_key_create(&key, destroys);
    pthread_create(&thread, 0, worker, 0);
#ifdef IN_TIME
    pthread_cancel(thread);
#endif
    pthread_join(thread, &result);
    assert(done);
#ifdef CANCELLED
    assert(result == PTHREAD_CANCELED);
#else
    assert(result == &done);
#endif
    return 0;
}
