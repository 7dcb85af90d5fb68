// A condition variable may be destroyed, and its memory reused, as soon as nobody waits, even if the woken are slow.
// expect: memory holds
// expect: deadlock holds
// variant: -DTOO_EARLY
// expect: deadlock violated
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *changed;
static int waits, ready;

static void *waiter(void *unused) {
    pthread_mutex_lock(&lock);
    waits = 1;
    if (!ready)
        pthread_cond_wait(changed, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    changed = malloc(sizeof *changed);
    pthread_cond_init(changed, 0);
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&lock);
    ready = 1;
#ifndef TOO_EARLY
    pthread_cond_broadcast(changed);
#endif
    pthread_cond_destroy(changed);
    free(changed);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
