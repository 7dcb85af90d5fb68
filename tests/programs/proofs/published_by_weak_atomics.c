// An object that is reached by a pointer through atomics that order nothing was written by nobody knows when: that is a race.
// expect: race violated
// variant: -DLOAD=acquire
// expect: race violated
// variant: -DSTORE=release
// expect: race violated
// variant: -DSTORE=release -DLOAD=acquire
// expect: race holds
// modular: race
// variant: -DSTORE=release -DFAILED=relaxed
// expect: race violated
// variant: -DSTORE=release -DFAILED=acquire
// expect: race holds
// modular: race
// variant: -DSTORE=release -DEXCHANGED=relaxed
// expect: race violated
// variant: -DSTORE=release -DEXCHANGED=acquire
// expect: race holds
// modular: race
// variant: -DSTORE=release -DADDED=relaxed
// expect: race violated
// variant: -DSTORE=release -DIN_A_SECTION
// expect: race violated
// variant: -DSTORE=release -DAS_A_NUMBER
// expect: race violated
// variant: -DSTORE=release -DLOAD=acquire -DAS_A_NUMBER
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

#ifndef STORE
#define STORE relaxed
#endif
#ifndef LOAD
#define LOAD relaxed
#endif
#define ORDER_OF(name) memory_order_##name
#define ORDER(name) ORDER_OF(name)

static _Atomic uintptr_t published;

static void *maker(void *unused) {
    for (int i = 0; i < 2; i++) {
        int *made = malloc(sizeof *made);
        *made = 1;
#ifdef AS_A_NUMBER
        uintptr_t number = (uintptr_t)made ^ 1;
#else
        uintptr_t number = (uintptr_t)made;
#endif
        atomic_store_explicit(&published, number, ORDER(STORE));
    }
    return unused;
}

static int *find(void) {
#if defined FAILED
    uintptr_t seen = 0;
    atomic_compare_exchange_strong_explicit(&published, &seen, 0, memory_order_acq_rel,
                                            ORDER(FAILED));
#elif defined EXCHANGED
    uintptr_t seen = atomic_exchange_explicit(&published, 0, ORDER(EXCHANGED));
#elif defined ADDED
    uintptr_t seen = atomic_fetch_add_explicit(&published, 0, ORDER(ADDED));
#elif defined IN_A_SECTION
    __VERIFIER_atomic_begin();
    uintptr_t seen = atomic_load_explicit(&published, ORDER(LOAD));
    __VERIFIER_atomic_end();
#else
    uintptr_t seen = atomic_load_explicit(&published, ORDER(LOAD));
#endif
#ifdef AS_A_NUMBER
    if (seen)
        seen ^= 1;
#endif
    return (int *)seen;
}

int main(void) {
    pthread_t thread;
    int result = 0;
    pthread_create(&thread, 0, maker, 0);
    int *found = find();
    if (found)
        result = *found;
    pthread_join(thread, 0);
    return result;
}
