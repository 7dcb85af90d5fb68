// A new thread has run for certain only after it was joined.
// expect: assert violated
// expect: deadlock holds
// variant: -DJOINED
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static _Atomic int value;

static void *worker(void *unused) {
    value = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    assert(pthread_create(&thread, 0, worker, 0) == 0);
#ifdef JOINED
    assert(pthread_join(thread, 0) == 0);
#endif
    assert(value == 1);
    return 0;
}
