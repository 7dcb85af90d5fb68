// A value read under a lock and written under it later has been overtaken, if the lock was given back.
// expect: assert violated
// expect: race holds
// variant: -DHELD
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *adder(void *unused) {
    pthread_mutex_lock(&lock);
    int old = total;
#ifndef HELD
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    total = old + 5;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, adder, 0);
    adder(0);
    pthread_join(thread, 0);
    assert(total == 10);
    return 0;
}
