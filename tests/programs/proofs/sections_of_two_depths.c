// Where ways meet that are in as many sections within each other as the other, or not, each leaves as many as it entered.
// expect: assert violated
// variant: -DIN_THE_LIBRARY
// expect: assert violated
// variant: -DWITHIN
// expect: assert holds
// modular: assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static atomic_int shared;

#ifdef IN_THE_LIBRARY
static void *worker(void *unused) {
    pthread_key_t key;
    int enters = __VERIFIER_nondet_bool();
    if (enters)
        __VERIFIER_atomic_begin();
    pthread_key_create(&key, 0);
    if (enters)
        abort();
    shared = 1;
    shared = 0;
    return unused;
}
#else
static void *worker(void *unused) {
    int twice = __VERIFIER_nondet_bool();
    __VERIFIER_atomic_begin();
    if (twice)
        __VERIFIER_atomic_begin();
    for (int rounds = __VERIFIER_nondet_bool(); rounds > 0; rounds--)
        shared = 0;
    if (twice)
        abort();
#ifdef WITHIN
    shared = 1;
    shared = 0;
#endif
    __VERIFIER_atomic_end();
#ifndef WITHIN
    shared = 1;
    shared = 0;
#endif
    return unused;
}
#endif

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int seen = shared;
    assert(seen == 0);
    return 0;
}
