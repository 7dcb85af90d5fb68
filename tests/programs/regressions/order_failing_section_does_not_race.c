// An atomic section in which a check fails does not happen, and so races with nothing.
// expect: assert violated
// expect: race holds
// variant: -DSOMETIMES
// expect: assert violated
// expect: race holds
// variant: -DHAPPENS
// expect: assert holds
// expect: race violated
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int shared, other;

static void *writer(void *unused) {
    (void)unused;
    shared = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    __VERIFIER_atomic_begin();
#if defined SOMETIMES
    /* Where it does not fail, the writer is through. */
    other = shared;
    assert(other == 1);
#elif defined HAPPENS
    other = shared;
    assert(other <= 1);
#else
    shared = 2;
    assert(other == 1);
#endif
    __VERIFIER_atomic_end();
    return 0;
}
