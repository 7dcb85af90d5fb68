// A slow thread of one round gets through even if two more rounds are over before it notices.
// expect: deadlock holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int passed;

static void *worker(void *unused) {
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&one, 0, worker, 0);
    pthread_barrier_wait(&barrier);
    pthread_create(&two, 0, worker, 0);
    pthread_barrier_wait(&barrier);
    passed = 1;
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(passed);
    return 0;
}
