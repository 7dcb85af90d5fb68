// A failing assertion stops its thread only; the lock that it holds is then no deadlock, and what it wrote can be seen.
// expect: assert violated
// expect: deadlock holds
// expect: reach violated
// variant: -DSEEN=6
// expect: assert violated
// expect: reach holds
#include <assert.h>
#include <pthread.h>

#ifndef SEEN
#define SEEN 5
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic unsigned shared;
static unsigned n;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    if (n * 7u == 35u) {
        shared = n;
        assert(n != 5);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    if (shared == SEEN)
        reach_error();
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
