// A step that fails before any thread starts, after a section and locals that ended.
// expect: division violated
// variant: -DDIVISOR=1
// expect: division holds
// expect: memory holds
// expect: race holds
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

#ifndef DIVISOR
#define DIVISOR 0
#endif

static int shared, other;
static int *kept, *place = &other;
static struct { int number; } structure;

static int *address(int value) {
    int locals[2];
    locals[0] = value;
    int *result = locals;
    return value > 1 ? result : &other;
}

static void *reader(void *unused) {
    (void)unused;
    switch (other & 3) {
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    int divisor = DIVISOR;
    for (int round = 0; round < 2; round++) {
        place = address(1);
        shared = *place;
        __VERIFIER_atomic_begin();
        kept = address(3);
        __VERIFIER_atomic_end();
    }
    structure.number = 1 / divisor;
    pthread_create(&thread, 0, reader, 0);
    return 0;
}
