// Cancellation takes effect at cancellation points only: before one, the thread runs on.
// expect: assert violated
// variant: -DWITHOUT_POINT
// expect: assert holds
// variant: -DSLEEPS
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int value;

static void *worker(void *unused) {
#ifdef SLEEPS
    sleep(1);
#elif !defined WITHOUT_POINT
    pthread_testcancel();
#endif
    value = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(value == 1);
    return 0;
}
