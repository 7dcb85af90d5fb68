// Each thread has its own errno.
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *unused) {
    assert(errno == 0);
    errno = 2;
    assert(errno == 2);
    return 0;
}

int main(void) {
    pthread_t thread;
    errno = 1;
    pthread_create(&thread, 0, worker, 0);
    assert(errno == 1);
    pthread_join(thread, 0);
    assert(errno == 1);
    return 0;
}
