// A new thread may finish before its creator goes on.
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static _Atomic int value;

static void *worker(void *unused) {
    value = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(value == 0);
    return 0;
}
