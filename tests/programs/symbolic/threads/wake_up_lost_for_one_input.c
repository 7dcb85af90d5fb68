// The flag is set without the signal for one number; whoever waits already is then never woken.
// unwind: 2 incomplete
// expect: deadlock violated
// slow: schedule uw
// variant: -DFACTOR=2u
// expect: deadlock holds
// slow: schedule uw
#include <pthread.h>

#ifndef FACTOR
#define FACTOR 5u
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused) {
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&lock);
    ready = 1;
    if (n * FACTOR != 31u)
        pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
