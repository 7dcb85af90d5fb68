// If the routine of pthread_once leaves its thread, the next call runs it again; called inside itself, it waits for ever.
// expect: assert holds
// expect: deadlock holds
// variant: -DINSIDE_ITSELF
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int runs;

static void initialise(void) {
#ifdef INSIDE_ITSELF
    pthread_once(&control, initialise);
#endif
    runs++;
    if (runs == 1)
        pthread_exit(0);
}

static void *worker(void *unused) {
    pthread_once(&control, initialise);
    assert(0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    pthread_once(&control, initialise);
    pthread_once(&control, initialise);
    assert(runs == 2);
    return 0;
}
