// Waiting releases a recursive mutex once; locked twice, it stays locked, and nobody can signal.
// expect: deadlock violated
// variant: -DLOCKED_ONCE
// expect: deadlock holds
// slow: order
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
#ifndef LOCKED_ONCE
    pthread_mutex_lock(&lock);
#endif
    while (!ready)
        pthread_cond_wait(&changed, &lock);
#ifndef LOCKED_ONCE
    pthread_mutex_unlock(&lock);
#endif
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
