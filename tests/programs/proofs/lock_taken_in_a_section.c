// A section does not give an order to the relaxed accesses in it: a lock that is taken or given back by one orders nothing behind accesses outside.
// expect: race violated
// variant: -DTAKEN=acquire
// slow: order
// expect: race holds
// modular: race
// variant: -DTAKEN=acquire -DGIVEN_BACK=relaxed
// expect: race violated
// variant: -DEXCHANGED -DGIVEN_BACK_IN_A_SECTION=relaxed
// expect: race violated
// variant: -DEXCHANGED -DGIVEN_BACK_IN_A_SECTION=release
// slow: order
// expect: race holds
// modular: race
// variant: -DGIVEN_BACK_IN_A_SECTION=relaxed
// expect: race holds
// variant: -DFAILING
// expect: race violated
// variant: -DFAILING -DTAKEN=acquire
// slow: order
// expect: race holds
// modular: race
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

#ifndef TAKEN
#define TAKEN relaxed
#endif
#ifndef GIVEN_BACK
#define GIVEN_BACK release
#endif
#define ORDER_OF(name) memory_order_##name
#define ORDER(name) ORDER_OF(name)

static atomic_int lock;
static int data;

static int take(void) {
#ifdef EXCHANGED
    int is_free = 0;
    return atomic_compare_exchange_strong_explicit(&lock, &is_free, 1, memory_order_acquire,
                                                   memory_order_relaxed);
#else
    int taken = 0;
    __VERIFIER_atomic_begin();
#ifdef FAILING
    // An exchange that fails only reads, in an order of its own.
    int seen = 5;
    atomic_compare_exchange_strong_explicit(&lock, &seen, 6, memory_order_acquire, ORDER(TAKEN));
#else
    int seen = atomic_load_explicit(&lock, ORDER(TAKEN));
#endif
    if (seen == 0) {
        atomic_store_explicit(&lock, 1, memory_order_relaxed);
        taken = 1;
    }
    __VERIFIER_atomic_end();
    return taken;
#endif
}

static void give_back(void) {
#ifdef GIVEN_BACK_IN_A_SECTION
    __VERIFIER_atomic_begin();
    atomic_store_explicit(&lock, 0, ORDER(GIVEN_BACK_IN_A_SECTION));
    __VERIFIER_atomic_end();
#else
    atomic_store_explicit(&lock, 0, ORDER(GIVEN_BACK));
#endif
}

static void *worker(void *unused) {
    if (take()) {
        data = 1;
        give_back();
    }
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
