// Waiting on a condition releases the mutex; without anybody left to signal it is a deadlock.
// expect: deadlock holds
// expect: assert holds
// expect: race holds
// slow: schedule uw
// variant: -DSILENT
// expect: deadlock violated
// slow: schedule uw
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int value;

static void *setter(void *unused) {
    pthread_mutex_lock(&lock);
    value = 1;
#ifndef SILENT
    pthread_cond_broadcast(&changed);
#endif
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, setter, 0);
    pthread_mutex_lock(&lock);
    while (value == 0)
        pthread_cond_wait(&changed, &lock);
    assert(value == 1);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
