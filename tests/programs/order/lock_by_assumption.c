// A lock made of a section that assumes it to be free: runs in which it is not are left out.
// expect: assert holds
// expect: race holds
// variant: -DWITHOUT_ASSUMPTION
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static int taken, counter;

static void *worker(void *unused) {
    __VERIFIER_atomic_begin();
#ifndef WITHOUT_ASSUMPTION
    __VERIFIER_assume(!taken);
#endif
    taken = 1;
    __VERIFIER_atomic_end();
    counter++;
    __VERIFIER_atomic_begin();
    taken = 0;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(counter == 2);
    return 0;
}
