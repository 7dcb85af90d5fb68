// One call through a pointer makes memory full of zeros, or of anything.
// expect: assert violated
// variant: -DZEROED
// expect: assert holds
// expect: memory holds
// expect: race holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *block;
static atomic_int is_ready;

static void *user(void *unused) {
    (void)unused;
    if (is_ready) {
        int value = *block;
        assert(value == 0);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    void *(*make)(size_t, size_t) = calloc;
#ifndef ZEROED
    if (__VERIFIER_nondet_int())
        make = aligned_alloc;
#endif
    pthread_create(&thread, 0, user, 0);
    block = make(4, 4);
    is_ready = 1;
    pthread_join(thread, 0);
    free(block);
    return 0;
}
