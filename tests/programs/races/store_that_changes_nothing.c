// A store of the value that is there already ends a release sequence all the same, also in a loop that comes to nothing.
// slow: order
// expect: race violated
// variant: -DUPDATED
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag, enough;

static void *sender(void *unused) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *repeater(void *unused) {
    while (!atomic_load_explicit(&enough, memory_order_relaxed)) {
#ifdef UPDATED
        atomic_fetch_add_explicit(&flag, 0, memory_order_relaxed);
#else
        int seen = atomic_load_explicit(&flag, memory_order_relaxed);
        if (seen)
            atomic_store_explicit(&flag, seen, memory_order_relaxed);
#endif
    }
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, sender, 0);
    pthread_create(&two, 0, repeater, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 1)
        data = 2;
    atomic_store_explicit(&enough, 1, memory_order_relaxed);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return data == 0;
}
