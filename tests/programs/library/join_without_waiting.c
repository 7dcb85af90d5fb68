// pthread_tryjoin_np never waits: it says EBUSY for a thread that still runs, and joins one that has finished.
// expect: assert violated
// expect: deadlock holds
// variant: -DEITHER
// expect: assert holds
// expect: deadlock holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *unused) {
    return 0;
}

int main(void) {
    pthread_t thread;
    int result;
    pthread_create(&thread, 0, worker, 0);
    result = pthread_tryjoin_np(thread, 0);
#ifdef EITHER
    assert(result == 0 || result == EBUSY);
#else
    assert(result == EBUSY);
#endif
    return 0;
}
