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

int shared, other, factor = 1;
int *kept;
struct { int number; } structure;

static int *address(int value) {
    int locals[2];
    locals[0] = value;
    locals[1] = 1;
    int *result = locals;
    return value > 1 ? result : &other;
}

void *reader(void *unused) {
    switch (other & 3) {
    }
    return 0;
}

int main(void) {
    int argument = 1;
    int round = 0;
    if (argument < 1)
        goto inside;
    while (round++ < 2) {
        int *found = address(factor);
        shared = *found;
    inside:;
        __VERIFIER_atomic_begin();
        kept = address(3);
        __VERIFIER_atomic_end();
    }
    if (other == argument) {
    }
    structure.number = (argument - 2) ^ (argument / DIVISOR);
    int table[3] = {1, 2};
    other = table[argument & 3];
    pthread_t thread;
    pthread_create(&thread, 0, reader, &argument);
    return 0;
}
