// A bound on the depth cuts the loop off before the assertion fails, and proves nothing.
// args: --check assert --depth 10
// expect: assert bounded
#include <assert.h>
#include <pthread.h>

volatile int counter;

void *worker(void *unused) {
    for (;;) {
        counter++;
        assert(counter != 20);
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    while (counter < 100) {}
    pthread_join(thread, 0);
    return 0;
}
