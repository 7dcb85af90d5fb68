// A loop whose condition reads two variables can end though both are never set at the same time.
// expect: assert violated
// expect: deadlock holds
// slow: schedule uw
// variant: -DONE_AT_A_TIME_ASSERTED
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static _Atomic int a = 1, b;

static void *mover(void *unused) {
    a = 0;
    b = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, mover, 0);
#ifdef ONE_AT_A_TIME_ASSERTED
    int first = b, second = a;
    assert(!(first && second));
#else
    while (!(a && b))
        ;
    assert(0);
#endif
    return 0;
}
