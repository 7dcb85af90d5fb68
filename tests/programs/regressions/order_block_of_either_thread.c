// The block that a pointer leads to can be that of another thread, of any of its sizes.
// expect: memory holds
// expect: race violated
// variant: -DSECOND
// expect: memory violated
// expect: race violated
// variant: -DSIZE_BY_VALUE
// expect: memory holds
// expect: race violated
// slow: order
#include <pthread.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int *block;

static void *maker(void *unused) {
    (void)unused;
#ifdef SIZE_BY_VALUE
    block = malloc(__VERIFIER_nondet_uchar() & 1 ? 4 : 8);
#else
    if (__VERIFIER_nondet_uchar() & 1)
        block = malloc(4);
    else
        block = malloc(8);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, maker, 0);
    block = malloc(8);
#ifdef SECOND
    block[1] = 1;
#else
    block[0] = 1;
#endif
    return 0;
}
