// Attributes of mutexes keep what was stored in them, and refuse what is no value.
// expect: assert holds
// variant: -DROBUST
// expect: assert unknown
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t attributes;
    int value;
    assert(pthread_mutexattr_init(&attributes) == 0);
    assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_gettype(&attributes, &value) == 0);
    assert(value == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_getpshared(&attributes, &value) == 0);
    assert(value == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0);
    assert(value == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_getrobust(&attributes, &value) == 0);
    assert(value == PTHREAD_MUTEX_STALLED);
#ifdef ROBUST
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
#endif
    assert(pthread_mutexattr_destroy(&attributes) == 0);
    return 0;
}
