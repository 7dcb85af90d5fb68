// What is written before the first thread starts is known to it, also beside bytes that nobody wrote.
// expect: assert holds
// expect: race holds
// variant: -DCONDITIONALLY
// expect: assert holds
// expect: race holds
// variant: -DUNWRITTEN
// expect: assert violated
// variant: -DCONDITIONALLY -DUNWRITTEN
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static unsigned char *bytes;
static int *block;
static int is_written;

static void *reader(void *unused) {
    (void)unused;
#ifdef CONDITIONALLY
#ifdef UNWRITTEN
    assert(is_written || *block == 1);
#else
    assert(!is_written || *block == 1);
#endif
#else
    unsigned value = *(unsigned *)bytes;
#ifdef UNWRITTEN
    assert(value >> 24 == 0);
#else
    assert((value & 0xffffff) == 0x030201);
#endif
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    bytes = malloc(4);
    bytes[0] = 1;
    bytes[1] = 2;
    bytes[2] = 3;
    block = malloc(sizeof *block);
    is_written = __VERIFIER_nondet_int() & 1;
    if (is_written)
        *block = 1;
    pthread_create(&thread, 0, reader, 0);
    pthread_join(thread, 0);
    return 0;
}
