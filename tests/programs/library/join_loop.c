// A program that makes and joins threads for ever comes back to the same states, so it can be proved.
// expect: assert holds|unknown
// expect: deadlock holds|unknown
// expect: memory holds|unknown
// slow: order
#include <assert.h>
#include <pthread.h>

static int value;

static void *worker(void *unused) {
    value = 1 - value;
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
        pthread_join(thread, 0);
        assert(value == 0 || value == 1);
    }
}
