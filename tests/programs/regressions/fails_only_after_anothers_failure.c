// What is written before a failing assertion may be what another thread's assertion fails on.
// expect: assert violated
// expect: deadlock holds
// expect: overflow violated
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int value;

void *worker(void *unused) {
    value = INT_MAX;
    assert(0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int seen = value;
    seen++;
    pthread_join(thread, 0);
    return 0;
}
