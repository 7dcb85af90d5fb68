// A new thread comes after its creation, whoever joins it after its end; the end of a detached one is before nothing.
// expect: race holds
// variant: -DDETACHED
// expect: race violated
// variant: -DDETACHED -DRELEASED
// expect: race holds
// variant: -DAFTER_CREATION
// expect: race violated
// variant: -DSTARTED_BY_ANOTHER
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int done;

#ifdef RELEASED
#define STORE memory_order_release
#define LOAD memory_order_acquire
#else
#define STORE memory_order_relaxed
#define LOAD memory_order_relaxed
#endif

static void *child(void *unused) {
    data = data + 1;
    atomic_store_explicit(&done, 1, STORE);
    return unused;
}

#ifdef STARTED_BY_ANOTHER
static void *starter(void *unused) {
    pthread_t thread;
    pthread_create(&thread, 0, child, 0);
    pthread_join(thread, 0);
    return unused;
}
#endif

int main(void) {
    pthread_t thread;
    data = 1;
#ifdef STARTED_BY_ANOTHER
    pthread_create(&thread, 0, starter, 0);
#else
    pthread_create(&thread, 0, child, 0);
#endif
#ifdef AFTER_CREATION
    if (atomic_load_explicit(&done, LOAD))
        data = 2;
#endif
#ifdef DETACHED
    pthread_detach(thread);
    if (atomic_load_explicit(&done, LOAD))
        data = 2;
    return 0;
#else
    pthread_join(thread, 0);
    return data == 0;
#endif
}
