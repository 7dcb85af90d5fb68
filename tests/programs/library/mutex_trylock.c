// Trying a mutex fails while another thread has it, and never waits.
// expect: assert violated
// expect: deadlock holds
// variant: -DEITHER
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *unused) {
    int result = pthread_mutex_trylock(&lock);
#ifdef EITHER
    assert(result == 0 || result == EBUSY);
#else
    assert(result == 0);
#endif
    if (result == 0) {
        assert(inside++ == 0);
        inside--;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
