// main may return before the thread has run, or long after: both are looked at.
// expect: assert violated
// expect: deadlock holds
// variant: -DWAITING
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static _Atomic int step;

static void *worker(void *unused) {
    int before = step;
    assert(before == 0 || before == 2);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
#ifdef WAITING
    pthread_join(thread, 0);
#endif
    step = 1;
    step = 2;
    return 0;
}
