// Two writes of the same value conflict all the same; reads alone never do.
// expect: race violated
// expect: assert holds
// variant: -DREADS_ONLY
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static int n = 1;

static void *worker(void *unused) {
#ifndef READS_ONLY
    n = 1;
#endif
    assert(n == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
