// Waiting releases the mutex, and the mutex is owned again afterwards.
// expect: assert holds
// expect: deadlock holds
// slow: order
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int step;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    step = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    assert(pthread_cond_wait(&changed, &lock) == EPERM);
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, worker, 0);
    while (step == 0)
        pthread_cond_wait(&changed, &lock);
    assert(pthread_mutex_lock(&lock) == EDEADLK);
    assert(pthread_mutex_unlock(&lock) == 0);
    pthread_join(thread, 0);
    return 0;
}
