// A spin that reads two flags one after the other may see them in states that never were at one time.
// expect: assert violated
// expect: race holds
// variant: -DRISING
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static _Atomic int a = 1, b;

static void *other(void *unused) {
#ifndef RISING
    a = 0; /* now both are 0 */
#endif
    b = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    while (!(a && b)) /* never both at once, unless a stays */
        ;
#ifdef RISING
    assert(a && b);
#else
    assert(0);
#endif
    return 0;
}
