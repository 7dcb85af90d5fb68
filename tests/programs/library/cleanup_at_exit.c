// Handlers pushed by the macro would need a jump back when a thread exits: not modelled, and it says so.
// expect: assert unknown
#include <assert.h>
#include <pthread.h>

static int runs;

static void handler(void *unused) {
    runs++;
}

static void *worker(void *unused) {
    pthread_cleanup_push(handler, 0);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(runs == 1);
    return 0;
}
