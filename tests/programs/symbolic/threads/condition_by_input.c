// A thread waits until a counter has reached an input; the other counts to 2, so that a limit of 3 waits for ever.
// unwind: 3 incomplete
// expect: deadlock holds
// expect: assert holds
// expect: race holds
// slow: schedule uw
// variant: -DMOST=3
// expect: deadlock violated
// slow: schedule uw
#include <assert.h>
#include <pthread.h>

#ifndef MOST
#define MOST 2
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned count;

static void *counter(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned limit = __VERIFIER_nondet_uint();
    __VERIFIER_assume(limit <= MOST);
    pthread_create(&thread, 0, counter, 0);
    pthread_mutex_lock(&lock);
    while (count < limit)
        pthread_cond_wait(&changed, &lock);
    assert(count >= limit && count <= 2);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
