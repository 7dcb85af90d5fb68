// A thread that fails while it holds a lock lets nobody in; what it wrote before is there.
// expect: assert violated
// expect: reach holds
// expect: deadlock holds
// variant: -DUNLOCKED_BEFORE
// expect: assert violated
// expect: reach violated
#include <assert.h>
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
#ifdef UNLOCKED_BEFORE
    pthread_mutex_unlock(&lock);
#endif
    assert(0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    if (x == 1)
        reach_error();
    pthread_mutex_unlock(&lock);
    return 0;
}
