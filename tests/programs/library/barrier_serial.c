// Exactly one thread of a round is told so; it can be either.
// expect: assert holds
// expect: deadlock holds
// variant: -DMAIN
// expect: assert violated
// variant: -DWORKER
// expect: assert violated
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int of_worker;

static void *worker(void *unused) {
    of_worker = pthread_barrier_wait(&barrier);
    return 0;
}

int main(void) {
    pthread_t thread;
    int of_main;
    assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, 0, 2) == 0);
    pthread_create(&thread, 0, worker, 0);
    of_main = pthread_barrier_wait(&barrier);
    pthread_join(thread, 0);
#if defined MAIN
    assert(of_main != PTHREAD_BARRIER_SERIAL_THREAD);
#elif defined WORKER
    assert(of_worker != PTHREAD_BARRIER_SERIAL_THREAD);
#else
    assert(of_main + of_worker == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(of_main * of_worker == 0);
#endif
    return 0;
}
