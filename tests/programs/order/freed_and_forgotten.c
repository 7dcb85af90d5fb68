// A block is freed and its pointer cleared under a lock; a test outside of the lock is out of date.
// expect: memory holds
// expect: race holds
// variant: -DTESTED_BEFORE
// expect: memory violated
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic shared;

static void *freer(void *unused) {
    pthread_mutex_lock(&lock);
    free(shared);
    shared = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    shared = malloc(sizeof *shared);
    pthread_create(&thread, 0, freer, 0);
#ifdef TESTED_BEFORE
    int *mine = shared;
    pthread_mutex_lock(&lock);
    if (mine)
        *mine = 1;
#else
    pthread_mutex_lock(&lock);
    if (shared)
        *shared = 1;
#endif
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
