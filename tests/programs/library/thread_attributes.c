// Attributes of threads keep what was stored in them, and refuse what is no value.
// expect: assert holds
// expect: memory holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t attributes;
    struct sched_param parameters = {3};
    size_t size;
    int number;
    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_setdetachstate(&attributes, 77) == EINVAL);
    assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &number) == 0);
    assert(number == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
    assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 20);
    assert(pthread_attr_setguardsize(&attributes, 8192) == 0);
    assert(pthread_attr_getguardsize(&attributes, &size) == 0 && size == 8192);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_getscope(&attributes, &number) == 0 && number == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0);
    assert(pthread_attr_getschedpolicy(&attributes, &number) == 0 && number == SCHED_FIFO);
    assert(pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&attributes, &number) == 0);
    assert(number == PTHREAD_EXPLICIT_SCHED);
    assert(pthread_attr_setschedparam(&attributes, &parameters) == 0);
    parameters.sched_priority = 0;
    assert(pthread_attr_getschedparam(&attributes, &parameters) == 0);
    assert(parameters.sched_priority == 3);
    assert(pthread_attr_destroy(&attributes) == 0);
    assert(pthread_setname_np(pthread_self(), "main") == 0);
    assert(pthread_setconcurrency(2) == 0 && pthread_setconcurrency(-1) == EINVAL);
    return 0;
}
