// Updates by anybody, and stores by the thread itself, continue what was released; a store by another thread ends it.
// slow: order
// expect: race holds
// variant: -DSTORED
// expect: race violated
// variant: -DSTORED -DRELEASED
// expect: race violated
// variant: -DSTORED -DRELEASED -DACQUIRED
// expect: race holds
// variant: -DEXCHANGED
// expect: race holds
// variant: -DCOMPARED
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

#ifdef ACQUIRED
#define LOOK memory_order_acquire
#else
#define LOOK memory_order_relaxed
#endif
#ifdef RELEASED
#define PASS memory_order_release
#else
#define PASS memory_order_relaxed
#endif

static void *first(void *unused) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *second(void *unused) {
#ifdef STORED
    if (atomic_load_explicit(&flag, LOOK) == 1)
        atomic_store_explicit(&flag, 2, PASS);
#elif defined EXCHANGED
    if (atomic_load_explicit(&flag, LOOK) == 1)
        atomic_exchange_explicit(&flag, 2, PASS);
#elif defined COMPARED
    int expected = 1;
    atomic_compare_exchange_strong_explicit(&flag, &expected, 2, PASS, memory_order_relaxed);
#else
    atomic_fetch_add_explicit(&flag, 1, PASS);
#endif
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        data = 2;
    pthread_join(one, 0);
    pthread_join(two, 0);
    return data == 0;
}
