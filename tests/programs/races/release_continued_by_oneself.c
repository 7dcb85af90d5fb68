// A relaxed store of the thread that released before continues what it released, until another thread stores.
// slow: order
// expect: race holds
// variant: -DTOO_EARLY
// expect: race violated
// variant: -DOTHER_VARIABLE
// expect: race violated
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag, other;

static void *sender(void *unused) {
#ifdef TOO_EARLY
    atomic_store_explicit(&flag, 1, memory_order_release);
    data = 1;
#else
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
#endif
#ifdef OTHER_VARIABLE
    atomic_store_explicit(&other, 2, memory_order_relaxed);
#else
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
#ifdef OTHER_VARIABLE
    if (atomic_load_explicit(&other, memory_order_acquire) == 2)
#else
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
#endif
        data = 2;
    pthread_join(thread, 0);
    return data == 0;
}
