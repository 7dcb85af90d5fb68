// A recursive function starts several threads at one call: they race with each other.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

int counter;

void *worker(void *unused) {
    counter++;
    return 0;
}

void start(int count) {
    pthread_t thread;
    if (count == 0) return;
    pthread_create(&thread, 0, worker, 0);
    start(count - 1);
    pthread_join(thread, 0);
}

int main(void) {
    start(2);
    assert(counter == 2);
    return 0;
}
