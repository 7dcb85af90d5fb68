// An error-checking mutex tells its owner about a second lock, and others that they do not own it.
// expect: assert holds
// expect: deadlock holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *worker(void *unused) {
    assert(pthread_mutex_unlock(&lock) == EPERM);
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    return 0;
}

int main(void) {
    pthread_t thread;
    assert(pthread_mutex_unlock(&lock) == EPERM);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_lock(&lock) == EDEADLK);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    return 0;
}
