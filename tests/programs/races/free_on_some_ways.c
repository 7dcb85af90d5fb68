// What is freed was perhaps never set, as far as one can see who does not follow the ways; it races all the same.
// expect: race violated
// variant: -DJOINED
// expect: race holds
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *block;

static void *reader(void *unused) {
    int value = block[0];
    return unused;
}

int main(void) {
    pthread_t other;
    int *mine;
    int whether = __VERIFIER_nondet_int();
    block = malloc(sizeof *block);
    if (block == 0)
        return 0;
    *block = 1;
    pthread_create(&other, 0, reader, 0);
    if (whether)
        mine = block;
#ifdef JOINED
    pthread_join(other, 0);
#endif
    if (whether)
        free(mine);
#ifndef JOINED
    pthread_join(other, 0);
#endif
    return 0;
}
