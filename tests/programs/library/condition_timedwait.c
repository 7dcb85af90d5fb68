// A timed wait can end with ETIMEDOUT although the flag was set meanwhile; and it can never be stuck.
// expect: assert violated
// expect: deadlock holds
// variant: -DEITHER
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

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
    struct timespec deadline = {1, 0}, invalid = {1, 1000000000};
    pthread_t thread;
    int result = 0;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    assert(pthread_cond_timedwait(&changed, &lock, &invalid) == EINVAL);
    if (!ready) {
        result = pthread_cond_timedwait(&changed, &lock, &deadline);
#ifdef EITHER
        assert(result == 0 || result == ETIMEDOUT);
#else
        assert(!(ready && result == ETIMEDOUT));
#endif
    }
    pthread_mutex_unlock(&lock);
    return 0;
}
