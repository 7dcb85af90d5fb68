// A thread locks for writing or for reading as an input says, and writes: with a reader's lock that is a race.
// expect: race violated
// expect: deadlock holds
// variant: -DALWAYS_WRITER
// expect: race holds
// expect: deadlock holds
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static unsigned n, shared;

static void *worker(void *unused) {
#ifdef ALWAYS_WRITER
    _Bool writes = 1;
#else
    _Bool writes = n * 3u != 30u;
#endif
    if (writes)
        pthread_rwlock_wrlock(&lock);
    else
        pthread_rwlock_rdlock(&lock);
    shared = n;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    pthread_rwlock_rdlock(&lock);
    unsigned seen = shared;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    return seen == 1;
}
