// A condition wait may end by itself: the test must be repeated.
// expect: assert holds
// expect: deadlock holds
// variant: -DONCE
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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
#ifdef ONCE
    if (!ready)
#else
    while (!ready)
#endif
        assert(pthread_cond_wait(&changed, &lock) == 0);
    assert(ready);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
