// The lost update needs a preemption: without one it is not found, and nothing is proved.
// args: --check assert --preemptions 0
// expect: assert bounded
#include <assert.h>
#include <pthread.h>

int counter;

void *worker(void *unused) {
    counter++;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2);
    return 0;
}
