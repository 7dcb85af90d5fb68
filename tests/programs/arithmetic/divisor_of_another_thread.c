// The divisor is tested and then changed by another thread.
// expect: division violated
// variant: -DCOPIED
// expect: division holds
#include <pthread.h>

static _Atomic int divisor = 2;

static void *worker(void *unused) {
    divisor = 0;
    return 0;
}

int main(void) {
    pthread_t thread;
    int quotient = 0;
    pthread_create(&thread, 0, worker, 0);
#ifdef COPIED
    int copy = divisor;
    if (copy != 0)
        quotient = 10 / copy;
#else
    if (divisor != 0)
        quotient = 10 / divisor;
#endif
    pthread_join(thread, 0);
    return quotient;
}
