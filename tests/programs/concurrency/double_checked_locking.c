// Initialising once with a first look outside the lock.
// expect: assert holds
// expect: race holds
// variant: -DPLAIN_FLAG
// expect: assert holds
// expect: race violated
// variant: -DFLAG_FIRST
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifdef PLAIN_FLAG
static int ready;
#else
static _Atomic int ready;
#endif
static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
    if (!ready) {
        pthread_mutex_lock(&lock);
        if (!ready) {
#ifdef FLAG_FIRST
            ready = 1;
            value = 42;
#else
            value = 42;
            ready = 1;
#endif
        }
        pthread_mutex_unlock(&lock);
    }
    return value;
}

static void *worker(void *unused) {
    assert(get() == 42);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(get() == 42);
    pthread_join(thread, 0);
    return 0;
}
