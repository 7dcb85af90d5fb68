// One malloc in the text makes blocks of different sizes; whoever gets one sees its size.
// expect: memory violated
// expect: race holds
// variant: -DSMALL_FIRST
// expect: memory violated
// expect: race holds
// variant: -DENOUGH
// expect: memory holds
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *block;
static atomic_int is_ready;

static int *make(size_t size) {
    return malloc(size);
}

static void *user(void *unused) {
    (void)unused;
    if (is_ready)
        block[1] = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    int input = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, user, 0);
#if defined ENOUGH
    if (input)
        block = make(8);
    else
        block = make(12);
#elif defined SMALL_FIRST
    if (input)
        block = make(4);
    else
        block = make(8);
#else
    if (input)
        block = make(8);
    else
        block = make(4);
#endif
    is_ready = 1;
    pthread_join(thread, 0);
    free(block);
    return 0;
}
