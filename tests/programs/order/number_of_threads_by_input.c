// As many threads as an input says; each adds one, and all are joined.
// expect: assert holds
// expect: race holds
// variant: -DFORGETS_THE_LAST
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned total;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread[3];
    unsigned count = __VERIFIER_nondet_uint();
    __VERIFIER_assume(count <= 3);
    for (unsigned i = 0; i < count; i++)
        pthread_create(&thread[i], 0, worker, 0);
#ifdef FORGETS_THE_LAST
    for (unsigned i = 0; i + 1 < count; i++)
#else
    for (unsigned i = 0; i < count; i++)
#endif
        pthread_join(thread[i], 0);
    assert(total == count);
    return 0;
}
