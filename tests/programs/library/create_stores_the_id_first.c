// A new thread finds its own identifier where its creator wants it stored.
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static pthread_t thread;

static void *worker(void *unused) {
    assert(pthread_equal(thread, pthread_self()));
    return 0;
}

int main(void) {
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
