// The routine of pthread_once runs once, and has finished for everybody who called it.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int runs;

static void initialise(void) {
    runs++;
}

static void *worker(void *unused) {
    assert(pthread_once(&control, initialise) == 0);
    assert(runs == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(runs == 1);
    return 0;
}
