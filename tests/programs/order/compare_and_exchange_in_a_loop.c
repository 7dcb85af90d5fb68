// Adding by compare and exchange, again and again until it succeeds, loses nothing; a plain store does.
// expect: assert holds
// expect: race holds
// variant: -DBLIND
// expect: assert violated
// expect: race holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *unused) {
    int old = counter;
#ifdef BLIND
    counter = old + 1;
#else
    while (!atomic_compare_exchange_strong(&counter, &old, old + 1))
        ;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(counter == 2);
    return 0;
}
