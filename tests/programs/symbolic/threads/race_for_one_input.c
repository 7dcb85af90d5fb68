// One number takes the way without the lock; that all ways lock is the fixed program.
// expect: race violated
// variant: -DFACTOR=8u
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

#ifndef FACTOR
#define FACTOR 3u
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned n, shared;

static void *worker(void *unused) {
    _Bool hurry = (n ^ 0x5a5a5a5au) * FACTOR == 99u;
    if (!hurry)
        pthread_mutex_lock(&lock);
    shared++;
    if (!hurry)
        pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    assert(shared == 2);
    return 0;
}
