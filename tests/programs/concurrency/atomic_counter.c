// One atomic addition counts right; an atomic load and an atomic store do not, though nothing races.
// expect: assert holds
// expect: race holds
// variant: -DIN_TWO_STEPS
// expect: assert violated
// expect: race holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *unused) {
#ifdef IN_TWO_STEPS
    counter = counter + 1;
#else
    counter++;
#endif
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
