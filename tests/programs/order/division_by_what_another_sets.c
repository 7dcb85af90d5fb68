// A divisor is tested and read again; in between another thread may have set it to zero.
// expect: division violated
// variant: -DREAD_ONCE
// expect: division holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static _Atomic int divisor = 5;

static void *clearer(void *unused) {
    divisor = 0;
    return 0;
}

int main(void) {
    pthread_t thread;
    int quotient = 2;
    pthread_create(&thread, 0, clearer, 0);
#ifdef READ_ONCE
    int mine = divisor;
    if (mine)
        quotient = 10 / mine;
#else
    if (divisor)
        quotient = 10 / divisor;
#endif
    assert(quotient == 2);
    return 0;
}
