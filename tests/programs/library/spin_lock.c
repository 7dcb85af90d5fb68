// A spin lock excludes; waiting for one that is never given back is a deadlock.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// variant: -DKEPT
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *worker(void *unused) {
    pthread_spin_lock(&lock);
    counter++;
#ifndef KEPT
    pthread_spin_unlock(&lock);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(counter == 2);
    pthread_spin_destroy(&lock);
    return 0;
}
