// A thread in an endless loop of its own keeps nobody else from running.
// expect: assert violated
// expect: deadlock holds
// variant: -DFINE
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static int n;

static void *stuck(void *unused) {
    for (;;)
        ;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, stuck, 0);
    n = 1;
#ifdef FINE
    assert(n == 1);
#else
    assert(n == 2);
#endif
    return 0;
}
