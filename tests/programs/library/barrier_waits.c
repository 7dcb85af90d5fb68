// Nobody passes a barrier before all have arrived.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// variant: -DTOO_FEW
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int left, right;

static void *worker(void *unused) {
    left = 1;
    pthread_barrier_wait(&barrier);
    assert(right == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
#ifdef TOO_FEW
    pthread_barrier_init(&barrier, 0, 3);
#else
    pthread_barrier_init(&barrier, 0, 2);
#endif
    pthread_create(&thread, 0, worker, 0);
    right = 1;
    pthread_barrier_wait(&barrier);
    assert(left == 1);
    pthread_join(thread, 0);
    return 0;
}
