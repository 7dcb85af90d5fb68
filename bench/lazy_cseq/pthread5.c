// pthread5 (table 1 of the paper): threads raise four variables under a lock of their own make.
// Property: all are the same while the lock is held. It is violated: the last one is raised
// after the lock was given back, so that a change can be late, or lost.
// Loops: ROUNDS.
#include <assert.h>
#include <pthread.h>

#define ROUNDS 2

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static _Bool locked;
static int first, second, third, fourth;

static void acquire(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!locked);
    locked = 1;
    __VERIFIER_atomic_end();
}

static void *worker(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        acquire();
        assert(first == second && second == third && third == fourth);
        first++;
        second++;
        third++;
        locked = 0;
        fourth++;
    }
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    return 0;
}
