// An input read again and again by two threads stays what it was.
// expect: assert holds
// expect: race holds
// variant: -DCHANGED
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned n;

static void *worker(void *unused) {
    unsigned before = n;
    unsigned after = n;
    assert(before == after);
    return 0;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_uint() * 3u;
    pthread_create(&thread, 0, worker, 0);
#ifdef CHANGED
    n ^= 1;
#endif
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
