// A section that ends an object's life races with an access that is next in the same state; which
// of them is thought of as the first does not matter, nor that the section would not free later.
// args: --check race
// expect: race violated
// variant: -DONLY_IF_FIRST
// expect: race violated
// variant: -DAFTER_A_JOIN
// expect: race holds
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int *block;

static void *releasing(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
#ifdef ONLY_IF_FIRST
    if (*block == 0) free(block);
#else
    *block = 1;
    free(block);
#endif
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    block = calloc(1, sizeof *block);
    int *same = block;
    pthread_create(&thread, 0, releasing, 0);
#ifdef AFTER_A_JOIN
    pthread_join(thread, 0);
#endif
    *same = 2;
    return 0;
}
