// Atomic sections move an amount between three variables; sections that read see the sum unchanged.
// expect: assert holds
// expect: race holds
// variant: -DREAD_ONE_BY_ONE
// expect: assert violated
// expect: race violated
// variant: -DMOVED_IN_TWO_SECTIONS
// expect: assert violated
// expect: race holds
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x = 4, y, z;

static void *mover(void *unused) {
    __VERIFIER_atomic_begin();
    x -= 3;
    y += 1;
#ifdef MOVED_IN_TWO_SECTIONS
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    z += 2;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, mover, 0);
#ifndef READ_ONE_BY_ONE
    __VERIFIER_atomic_begin();
#endif
    int sum = x + y + z;
#ifndef READ_ONE_BY_ONE
    __VERIFIER_atomic_end();
#endif
    assert(sum == 4);
    return 0;
}
