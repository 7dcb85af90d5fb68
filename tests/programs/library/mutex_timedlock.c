// A timed lock gives up only if the mutex is taken, and then it is no deadlock.
// expect: assert holds
// expect: deadlock holds
// variant: -DCONTENDED
// expect: assert violated
// expect: deadlock holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    struct timespec deadline = {1, 0}, invalid = {1, -1};
#ifdef CONTENDED
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
#endif
    assert(pthread_mutex_timedlock(&lock, &deadline) == 0);
    assert(pthread_mutex_timedlock(&lock, &deadline) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&lock, &invalid) == EINVAL);
    pthread_mutex_unlock(&lock);
    return 0;
}
