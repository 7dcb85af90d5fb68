// The same shapes of two threads with outcomes that sequential consistency allows: each is found.
// expect: assert violated
// expect: race holds
// variant: -DMESSAGE_PASSING
// expect: assert violated
// variant: -DLOAD_BUFFERING
// expect: assert violated
// variant: -DTWO_WRITES_EACH
// expect: assert violated
// variant: -DREAD_THEN_WRITTEN
// expect: assert violated
// variant: -DSAME_PLACE
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static _Atomic int x, y;
static int a, b, c;

static void *second(void *unused) {
#if defined MESSAGE_PASSING
    a = y;
    b = x;
#elif defined LOAD_BUFFERING
    a = y;
    x = 1;
#elif defined TWO_WRITES_EACH
    y = 1;
    x = 2;
#elif defined READ_THEN_WRITTEN
    y = 2;
    a = x;
#elif defined SAME_PLACE
    a = x;
    b = x;
#else
    y = 1;
    a = x;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, second, 0);
#if defined MESSAGE_PASSING
    x = 1;
    y = 1;
    pthread_join(thread, 0);
    assert(!(a == 0 && b == 1)); /* between the two writes */
#elif defined LOAD_BUFFERING
    c = x;
    y = 1;
    pthread_join(thread, 0);
    assert(!(c == 0 && a == 1)); /* one after the other */
#elif defined TWO_WRITES_EACH
    x = 1;
    y = 2;
    pthread_join(thread, 0);
    assert(!(x == 2 && y == 2)); /* in turns */
#elif defined READ_THEN_WRITTEN
    x = 1;
    y = 1;
    pthread_join(thread, 0);
    assert(!(y == 2 && a == 1)); /* one after the other */
#elif defined SAME_PLACE
    x = 1;
    x = 2;
    pthread_join(thread, 0);
    assert(!(a == 0 && b == 2)); /* both writes between the reads */
#else
    x = 1;
    c = y;
    pthread_join(thread, 0);
    assert(!(c == 1 && a == 1)); /* both writes first */
#endif
    return 0;
}
