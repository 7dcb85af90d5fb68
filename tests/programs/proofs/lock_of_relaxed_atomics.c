// A lock of relaxed atomics lets one in at a time, but orders nothing: one sees what it likes of the others, and that is a race.
// expect: race violated
// variant: -DTAKE=acquire
// expect: race violated
// variant: -DGIVE_BACK=release
// expect: race violated
// variant: -DTAKE=acquire -DGIVE_BACK=release
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DATOMIC
// expect: race holds
// expect: assert holds
// modular: race assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef TAKE
#define TAKE relaxed
#endif
#ifndef GIVE_BACK
#define GIVE_BACK relaxed
#endif
#define ORDER_OF(name) memory_order_##name
#define ORDER(name) ORDER_OF(name)

static atomic_int lock;
#ifdef ATOMIC
static atomic_int inside;
#else
static int inside;
#endif

static void *worker(void *unused) {
    if (atomic_exchange_explicit(&lock, 1, ORDER(TAKE)) == 0) {
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
        atomic_store_explicit(&lock, 0, ORDER(GIVE_BACK));
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
