// A long is written whole and, by another thread, in its lower half: the upper one is clear, the lower depends.
// expect: assert holds
// expect: race violated
// variant: -DFIRST
// expect: assert violated
// variant: -DSECOND
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static union {
    unsigned long long whole;
    unsigned half[2];
} shared;

static void *writer(void *unused) {
    shared.whole = 0x1111111122222222;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    shared.half[0] = 0x33333333;
    pthread_join(thread, 0);
    assert(shared.half[1] == 0x11111111);
#if defined FIRST
    assert(shared.half[0] == 0x22222222);
#elif defined SECOND
    assert(shared.whole == 0x1111111133333333);
#else
    assert(shared.half[0] == 0x22222222 || shared.half[0] == 0x33333333);
#endif
    return 0;
}
