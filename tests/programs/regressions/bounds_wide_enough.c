// A bound that cuts nothing off may be a proof, and is at least a bounded one.
// args: --contexts 50 --preemptions 50 --depth 1000
// expect: assert holds|bounded
// expect: race holds|bounded
#include <assert.h>
#include <pthread.h>

int data;

void *worker(void *unused) {
    data = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(data == 1);
    return 0;
}
