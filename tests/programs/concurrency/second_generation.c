// A thread that is started behind a join gets in the way of one that is there from the beginning.
// expect: assert violated
// variant: -DJOINED
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *unused) {
    y = 1;
    return 0;
}

static void *second(void *unused) {
    x = 2;
    return 0;
}

static void *reader(void *unused) {
    x = 1;
    assert(x == 1);
    return 0;
}

int main(void) {
    pthread_t old, young;
    pthread_create(&old, 0, reader, 0);
    pthread_create(&young, 0, first, 0);
    pthread_join(young, 0);
#ifdef JOINED
    pthread_join(old, 0);
#endif
    pthread_create(&young, 0, second, 0);
    pthread_join(young, 0);
#ifndef JOINED
    pthread_join(old, 0);
#endif
    return 0;
}
