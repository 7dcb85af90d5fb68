// A section on one of two ways does not stand between a section on the other and those before: what it is not on orders nothing.
// expect: race violated
// variant: -DRELEASED
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int seen;
static atomic_int wanted = 1;
static int *block;

#ifdef RELEASED
#define STORE memory_order_release
#else
#define STORE memory_order_relaxed
#endif

static void *last(void *unused) {
    if (atomic_load_explicit(&seen, memory_order_acquire))
        free(block);
    if (atomic_load_explicit(&wanted, memory_order_acquire)) {
        __VERIFIER_atomic_begin();
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    block = malloc(sizeof *block);
    pthread_create(&thread, 0, last, 0);
    *block = 1;
    atomic_store_explicit(&seen, 1, STORE);
    pthread_join(thread, 0);
    return 0;
}
