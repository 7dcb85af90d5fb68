// Two threads increment a counter without a lock: one increment can be lost.
// expect: assert violated
// expect: race violated
// expect: deadlock holds
// expect: memory holds
// expect: overflow holds
// variant: -DLOCKED
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// expect: memory holds
#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    counter++;
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
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
