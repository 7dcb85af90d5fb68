// A spin lock made of compare-and-exchange; made of a test and a later set it locks nothing.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DTEST_THEN_SET
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int guarded;

static void enter(void) {
#ifdef TEST_THEN_SET
    while (lock)
        ;
    lock = 1;
#else
    int expected = 0;
    while (!atomic_compare_exchange_strong(&lock, &expected, 1))
        expected = 0;
#endif
}

static void *worker(void *unused) {
    enter();
    guarded++;
    lock = 0;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(guarded == 2);
    return 0;
}
