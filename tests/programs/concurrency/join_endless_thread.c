// Waiting for a thread that never ends is no deadlock: that thread can always go on.
// expect: deadlock holds
// expect: assert holds
// slow: order
#include <assert.h>
#include <pthread.h>

static _Atomic int n;

static void *endless(void *unused) {
    for (;;)
        n = 1 - n;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, endless, 0);
    pthread_join(thread, 0);
    assert(0);
    return 0;
}
