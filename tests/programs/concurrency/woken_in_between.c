// A thread that waits for a lock sees what comes between two writes behind the unlock.
// expect: assert violated
// variant: -DWRITES_FIRST
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *waiter(void *unused) {
    pthread_mutex_lock(&lock);
    assert(x != 1);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, waiter, 0);
#ifdef WRITES_FIRST
    x = 1;
    x = 2;
    pthread_mutex_unlock(&lock);
#else
    pthread_mutex_unlock(&lock);
    x = 1;
    x = 2;
#endif
    pthread_join(thread, 0);
    return 0;
}
