// What a thread did before an assumption that turns out false has been seen by others all the same.
// expect: assert violated
// variant: -DIN_A_SECTION
// expect: assert holds
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static _Atomic int x;

static void *worker(void *unused) {
#ifdef IN_A_SECTION
    __VERIFIER_atomic_begin();
#endif
    x = 1;
    __VERIFIER_assume(0);
#ifdef IN_A_SECTION
    __VERIFIER_atomic_end();
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(x == 0);
    return 0;
}
