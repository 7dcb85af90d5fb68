// What a test found out of a shared variable is right of the value that was read, not of the one that is read next.
// expect: assert violated
// variant: -DONCE
// expect: assert holds
// modular: assert
// variant: -DLOCKED
// expect: assert holds
// modular: assert
// variant: -DLOCKED -DGIVEN_BACK
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int shared;

static void lock(void) {
#ifdef LOCKED
    pthread_mutex_lock(&mutex);
#endif
}

static void unlock(void) {
#ifdef LOCKED
    pthread_mutex_unlock(&mutex);
#endif
}

static void *changer(void *unused) {
    lock();
    shared = 1;
    unlock();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, changer, 0);
    lock();
    int seen = shared;
    if (seen == 0) {
#ifdef GIVEN_BACK
        unlock();
        lock();
#endif
#ifndef ONCE
        seen = shared;
#endif
        assert(seen == 0);
    }
    unlock();
    pthread_join(thread, 0);
    (void)mutex;
    return 0;
}
