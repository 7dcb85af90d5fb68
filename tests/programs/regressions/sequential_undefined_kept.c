// A value that may never have been written is used after other threads could run.
// expect: division violated
// variant: -DWRITTEN
// expect: division holds
#include <pthread.h>

_Atomic int shared;
int divisor;

void *worker(void *unused) {
    shared = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned char maybe;
#ifdef WRITTEN
    maybe = 3;
#else
    if (shared == 0) maybe = divisor;
#endif
    pthread_create(&thread, 0, worker, 0);
    int result = 7 % (shared == 5 ? 2 : maybe);
    pthread_join(thread, 0);
    return result;
}
