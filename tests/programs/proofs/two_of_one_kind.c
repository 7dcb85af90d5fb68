// Threads that are created at one place interfere with each other, unless there is only one of them.
// expect: assert violated
// expect: race violated
// variant: -DSINGLE
// expect: assert holds
// expect: race holds
// modular: assert race
// variant: -DATOMIC
// expect: assert violated
// expect: race holds
// modular: race
// variant: -DATOMIC -DSINGLE
// expect: assert holds
// expect: race holds
// modular: assert race
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

#ifdef ATOMIC
static _Atomic int shared;
#else
static int shared;
#endif

static void *worker(void *unused) {
    shared = 0;
    shared = 1;
    assert(shared == 1);
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef SINGLE
    if (__VERIFIER_nondet_bool())
        pthread_create(&thread, 0, worker, 0);
#else
    for (int number = 1 + __VERIFIER_nondet_bool(); number > 0; number--)
        pthread_create(&thread, 0, worker, 0);
#endif
    pthread_exit(0);
}
