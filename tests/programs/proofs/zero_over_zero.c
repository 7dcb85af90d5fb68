// Who finds a lock free and writes that it is free, without an order, cuts those who take it next off from those who gave it back.
// expect: race violated
// variant: -DORDERED
// slow: order
// expect: race holds
// modular: race
// variant: -DEXCHANGED
// expect: race holds
// modular: race
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static atomic_int lock;
static int data;

static void *worker(void *unused) {
    int is_free = 0;
    if (atomic_compare_exchange_strong_explicit(&lock, &is_free, 1, memory_order_acquire,
                                                memory_order_relaxed)) {
        data = 1;
        atomic_store_explicit(&lock, 0, memory_order_release);
    }
    return unused;
}

static void *passer(void *unused) {
#if defined EXCHANGED
    int is_free = 0;
    atomic_compare_exchange_strong_explicit(&lock, &is_free, 0, memory_order_relaxed,
                                            memory_order_relaxed);
#elif defined ORDERED
    __VERIFIER_atomic_begin();
    if (atomic_load_explicit(&lock, memory_order_acquire) == 0)
        atomic_store_explicit(&lock, 0, memory_order_release);
    __VERIFIER_atomic_end();
#else
    __VERIFIER_atomic_begin();
    if (atomic_load_explicit(&lock, memory_order_relaxed) == 0)
        atomic_store_explicit(&lock, 0, memory_order_relaxed);
    __VERIFIER_atomic_end();
#endif
    return unused;
}

int main(void) {
    pthread_t one, two, three;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_create(&three, 0, passer, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
