// A thread that disabled cancellation is not cancelled until it enables it again.
// expect: assert holds
// expect: deadlock holds
// variant: -DENABLED_AGAIN
// expect: assert violated
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t started = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *unused) {
    int old;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
    assert(old == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(77, 0) == EINVAL);
    pthread_mutex_lock(&started);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&started);
    pthread_testcancel();
#ifdef ENABLED_AGAIN
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    pthread_testcancel();
#endif
    return &ready;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&started);
    while (!ready)
        pthread_cond_wait(&changed, &started);
    pthread_mutex_unlock(&started);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == &ready);
    return 0;
}
