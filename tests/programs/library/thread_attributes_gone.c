// Attributes that were destroyed, or never initialised, start no thread.
// expect: memory violated
// variant: -DNEVER
// expect: memory violated
// variant: -DBEFORE
// expect: memory holds
#include <pthread.h>

static void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
#ifndef NEVER
    pthread_attr_init(&attributes);
#ifndef BEFORE
    pthread_attr_destroy(&attributes);
#endif
#endif
    pthread_create(&thread, &attributes, worker, 0);
#ifdef BEFORE
    pthread_attr_destroy(&attributes);
#endif
    return 0;
}
