// Spinning until both of two flags are set, each by a thread of its own, makes both values safe to read.
// expect: assert holds
// expect: race holds
// variant: -DONE_IS_ENOUGH
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static _Atomic int first_done, second_done;
static int x, y;

static void *first(void *unused) {
    x = 1;
    first_done = 1;
    return 0;
}

static void *second(void *unused) {
    y = 2;
    second_done = 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
#ifdef ONE_IS_ENOUGH
    while (!(first_done || second_done))
        ;
#else
    while (!(first_done && second_done))
        ;
#endif
    assert(x + y == 3);
    return 0;
}
