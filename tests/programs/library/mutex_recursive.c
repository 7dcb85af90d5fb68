// A recursive mutex is free again only after as many unlocks as locks.
// expect: assert holds
// expect: deadlock holds
// variant: -DBY_ATTRIBUTE
// expect: assert holds
// expect: deadlock holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int value;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    assert(value == 0 || value == 3);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
#ifdef BY_ATTRIBUTE
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
#endif
    pthread_create(&thread, 0, worker, 0);
    assert(pthread_mutex_lock(&lock) == 0);
    value = 1;
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_trylock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
    value = 3;
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    pthread_join(thread, 0);
    return 0;
}
