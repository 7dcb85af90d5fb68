// A shared pointer moves from one variable to the other: each write through it hits one of them.
// expect: assert holds
// expect: race holds
// variant: -DTWICE
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static int a, b;
static int *_Atomic target = &a;

static void *mover(void *unused) {
    target = &b;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, mover, 0);
    *target = 1;
#ifdef TWICE
    *target = 1;
#endif
    pthread_join(thread, 0);
    assert(a + b == 1);
    return 0;
}
