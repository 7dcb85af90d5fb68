// Atomic sections nest: the inner end does not end the outer section.
// expect: assert holds
// expect: race holds
// variant: -DSPLIT
// expect: assert violated
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

int first, second;

void __VERIFIER_atomic_add(int *number) { *number += 1; }

void *other(void *unused) {
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_add(&first);
#ifdef SPLIT
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    __VERIFIER_atomic_add(&second);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    __VERIFIER_atomic_begin();
    int same = first == second;
    __VERIFIER_atomic_end();
    assert(same);
    return 0;
}
