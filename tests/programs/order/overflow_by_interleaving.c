// A counter stops at the largest number, unless both threads look before either adds.
// expect: overflow violated
// expect: race holds
// variant: -DLOCKED
// expect: overflow holds
// expect: assert holds
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int counter = INT_MAX - 1;

static void *adder(void *unused) {
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    if (counter < INT_MAX) {
        int old = counter;
        counter = old + 1;
    }
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, adder, 0);
    adder(0);
    pthread_join(thread, 0);
#ifdef LOCKED
    assert(counter == INT_MAX);
#endif
    (void)lock;
    return 0;
}
