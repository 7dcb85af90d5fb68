// A thread may detach itself; doing so again is an error.
// expect: assert holds
// expect: deadlock holds
// expect: memory holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *unused) {
    assert(pthread_detach(pthread_self()) == 0);
    assert(pthread_detach(pthread_self()) == EINVAL);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
