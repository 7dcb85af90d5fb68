// The detach state among the attributes is honoured: such a thread cannot be joined.
// expect: memory violated
// variant: -DJOINABLE
// expect: memory holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static void *worker(void *unused) {
    return 0;
}

int main(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    int state;
    pthread_attr_init(&attributes);
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
#ifndef JOINABLE
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#endif
    pthread_create(&thread, &attributes, worker, 0);
    pthread_attr_destroy(&attributes);
    pthread_join(thread, 0);
    return 0;
}
