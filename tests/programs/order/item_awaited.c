// A consumer waits under a lock until there is an item, and looks again after each wake-up.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// variant: -DNOT_AGAIN
// expect: assert violated
// variant: -DSILENT
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *producer(void *unused) {
    pthread_mutex_lock(&lock);
    items = 1;
#ifndef SILENT
    pthread_cond_signal(&changed);
#endif
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    pthread_mutex_lock(&lock);
#ifdef NOT_AGAIN
    if (!items)
#else
    while (!items)
#endif
        pthread_cond_wait(&changed, &lock);
    assert(items == 1);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
