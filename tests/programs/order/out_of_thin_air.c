// Two variables are copied to each other: no value comes from nowhere, by way of a cycle of reads.
// expect: assert holds
// expect: race holds
// variant: -DSOURCE
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static _Atomic int x, y;

static void *to_y(void *unused) {
    y = x;
    return 0;
}

static void *to_x(void *unused) {
    x = y;
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, to_y, 0);
    pthread_create(&u, 0, to_x, 0);
#ifdef SOURCE
    y = 42;
#endif
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 0);
    return 0;
}
