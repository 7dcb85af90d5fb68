// A thread that ends within a section leaves nothing behind that could be called right: nobody says that what it wrote is never seen.
// expect: assert unknown
// variant: -DEXITS
// expect: assert unknown
// variant: -DLEFT
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static atomic_int shared;

static void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    shared = 1;
#ifdef EXITS
    pthread_exit(0);
#endif
#ifdef LEFT
    __VERIFIER_atomic_end();
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int seen = shared;
    assert(seen == 0);
    return 0;
}
