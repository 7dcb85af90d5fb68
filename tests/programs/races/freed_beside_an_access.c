// To free a block writes all of its bytes, also where another thread's access is atomic.
// expect: race violated
// variant: -DATOMIC
// expect: race violated
// variant: -DREALLOC
// expect: race violated
// variant: -DLAST_BYTE
// expect: race violated
// variant: -DORDERED
// expect: race holds
// expect: memory holds
// variant: -DSEEN
// expect: race violated
// expect: memory holds
// variant: -DSEEN -DATOMIC
// expect: race violated
// expect: memory holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *block;
static atomic_int done;

#ifdef ORDERED
#define STORE memory_order_release
#define LOAD memory_order_acquire
#else
#define STORE memory_order_relaxed
#define LOAD memory_order_relaxed
#endif

static void *user(void *unused) {
#ifdef ATOMIC
    atomic_store_explicit((_Atomic char *)block, 1, memory_order_relaxed);
#elif defined LAST_BYTE
    block[3] = 1;
#else
    block[0] = 1;
#endif
#if defined ORDERED || defined SEEN
    atomic_store_explicit(&done, 1, STORE);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    block = calloc(4, 1);
    pthread_create(&thread, 0, user, 0);
#if defined ORDERED || defined SEEN
    if (atomic_load_explicit(&done, LOAD))
        free(block);
#elif defined REALLOC
    block = realloc(block, 8);
#else
    free(block);
#endif
    pthread_join(thread, 0);
    return 0;
}
