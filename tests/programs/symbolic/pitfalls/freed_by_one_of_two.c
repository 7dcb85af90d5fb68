// For one number the block is freed by the thread that reads it last, for the others by the other one.
// expect: memory holds
// expect: assert holds
// variant: -DTOO_EARLY
// expect: memory violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned n, *block;

static void *worker(void *unused) {
    assert(*block == n);
    if (n * 3u == 63u)
        free(block);
    return 0;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_uint();
    block = malloc(sizeof *block);
    *block = n;
    pthread_create(&thread, 0, worker, 0);
#ifdef TOO_EARLY
    unsigned seen = *block;
    assert(seen == n);
#endif
    pthread_join(thread, 0);
    if (n != 21)
        free(block);
    return 0;
}
