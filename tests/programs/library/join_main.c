// The first thread can be joined like any other once it leaves by pthread_exit.
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static int value;

static void *worker(void *argument) {
    void *result;
    assert(pthread_join(*(pthread_t *)argument, &result) == 0);
    assert(result == &value);
    return 0;
}

int main(void) {
    static pthread_t self;
    pthread_t thread;
    self = pthread_self();
    pthread_create(&thread, 0, worker, &self);
    pthread_exit(&value);
}
