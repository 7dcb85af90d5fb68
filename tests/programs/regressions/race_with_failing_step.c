// An access that fails in the same step as it races is a race as well.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

int shared;

void *worker(void *unused) {
    assert(shared == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    shared = 1;
    return 0;
}
