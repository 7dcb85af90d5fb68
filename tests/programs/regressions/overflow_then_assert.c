// After an overflow the program goes on with the wrapped value, so that both checks are answered.
// expect: overflow violated
// expect: assert violated
#include <assert.h>
#include <limits.h>
#include <pthread.h>

int value = INT_MAX;

void *worker(void *unused) {
    value++;
    assert(value > 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
