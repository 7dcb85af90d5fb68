// Locks of compare-and-swap, of exchange, and of sections that wait keep threads apart; what looks and takes in two steps does not.
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DBY=EXCHANGE
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DBY=WAITING
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DBY=TESTING
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DBY=TWO_STEPS
// expect: race violated
// expect: assert violated
// variant: -DBY=WAITING -DWAITED_FOR=1
// expect: race violated
// expect: assert violated
// variant: -DSWAPPED_FOR=0
// expect: race violated
// expect: assert violated
// variant: -DBY=WEAKLY
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DBY=WEAKLY -DSWAPPED_FOR=0
// expect: race violated
// expect: assert violated
// variant: -DBY=ADDITION
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

#define SWAP 1
#define EXCHANGE 2
#define WAITING 3
#define TESTING 4
#define TWO_STEPS 5
#define ADDITION 6
#define WEAKLY 7
#ifndef BY
#define BY SWAP
#endif
#ifndef WAITED_FOR
#define WAITED_FOR 0
#endif
#ifndef SWAPPED_FOR
#define SWAPPED_FOR 1
#endif

static atomic_int lock;
static int inside;

static int take(void) {
#if BY == SWAP
    int is_free = 0;
    return atomic_compare_exchange_strong(&lock, &is_free, SWAPPED_FOR);
#elif BY == WEAKLY
    // It may fail for no reason.
    int is_free = 0;
    return atomic_compare_exchange_weak(&lock, &is_free, SWAPPED_FOR);
#elif BY == EXCHANGE
    return atomic_exchange(&lock, 1) == 0;
#elif BY == ADDITION
    // Were there more threads than numbers, it would be 0 again.
    return atomic_fetch_add(&lock, 1) == 0;
#elif BY == WAITING
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(lock == WAITED_FOR || lock == 0);
    lock = 1;
    __VERIFIER_atomic_end();
    return 1;
#elif BY == TESTING
    int taken = 0;
    __VERIFIER_atomic_begin();
    if (lock == 0) {
        lock = 1;
        taken = 1;
    }
    __VERIFIER_atomic_end();
    return taken;
#else
    if (lock != 0)
        return 0;
    lock = 1;
    return 1;
#endif
}

static void *worker(void *unused) {
    if (take()) {
        inside++;
        assert(inside == 1);
        inside--;
        lock = 0;
    }
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
