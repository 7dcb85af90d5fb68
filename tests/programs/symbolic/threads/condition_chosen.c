// The signal goes to the condition variable that an input names; somebody waits at the first only.
// unwind: 2 incomplete
// expect: deadlock violated
// slow: schedule uw
// variant: -DCONDITIONS=1
// expect: deadlock holds
// slow: schedule uw
#include <pthread.h>

#ifndef CONDITIONS
#define CONDITIONS 2
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static int ready;

static void *waiter(void *unused) {
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed[0], &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned i = __VERIFIER_nondet_uint() * 3u % CONDITIONS;
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed[i]);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
