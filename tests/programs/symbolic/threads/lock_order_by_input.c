// One number makes the thread take the locks in the other order; with an even factor there is no such number.
// expect: deadlock violated
// variant: -DFACTOR=6u
// expect: deadlock holds
#include <pthread.h>

#ifndef FACTOR
#define FACTOR 7u
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *worker(void *unused) {
    take(&a, &b);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    if (n * FACTOR == 0x10000001u)
        take(&b, &a);
    else
        take(&a, &b);
    pthread_join(thread, 0);
    return 0;
}
