// Whoever gets the lock by trying sees no half-done work; whoever goes on without it does.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DREGARDLESS
// expect: assert violated
// expect: race violated
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned shared;

static void *worker(void *unused) {
    _Bool mine = pthread_mutex_trylock(&lock) == 0;
#ifndef REGARDLESS
    if (mine)
#endif
        assert(shared == 0);
    if (mine)
        pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    shared = n;
    shared -= n;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
