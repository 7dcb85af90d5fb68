// Condition variables of C11: a wait may end by itself, a timed one is never stuck.
// expect: assert holds
// expect: deadlock holds
// variant: -DONCE
// expect: assert violated
// variant: -DTIMED
// expect: assert holds
// expect: deadlock holds
// variant: -DWITHOUT_SIGNAL
// expect: deadlock violated
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t changed;
static int ready;

static int worker(void *unused) {
    mtx_lock(&lock);
    ready = 1;
#ifndef WITHOUT_SIGNAL
    assert(cnd_signal(&changed) == thrd_success);
#endif
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    struct timespec deadline = {1, 0};
    thrd_t thread;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    thrd_create(&thread, worker, 0);
    mtx_lock(&lock);
#if defined TIMED
    int result = cnd_timedwait(&changed, &lock, &deadline);
    assert(result == thrd_success || result == thrd_timedout);
#elif defined ONCE
    if (!ready)
        cnd_wait(&changed, &lock);
    assert(ready);
#else
    while (!ready)
        assert(cnd_wait(&changed, &lock) == thrd_success);
#endif
    mtx_unlock(&lock);
    thrd_join(thread, 0);
    assert(cnd_broadcast(&changed) == thrd_success);
    cnd_destroy(&changed);
    return 0;
}
