// Two threads wait for each other for ever while a third one runs on: a deadlock of some is one.
// expect: deadlock violated
// variant: -DSAME_ORDER
// expect: deadlock holds
// slow: order
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int beat;

static void *busy(void *unused) {
    for (;;)
        beat = !beat;
}

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *forwards(void *unused) {
    take(&a, &b);
    return 0;
}

static void *backwards(void *unused) {
#ifdef SAME_ORDER
    take(&a, &b);
#else
    take(&b, &a);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, forwards, 0);
    pthread_create(&thread, 0, backwards, 0);
    busy(0);
    return 0;
}
