// Classic shapes of two threads: what sequential consistency forbids never happens.
// expect: assert holds
// expect: race holds
// variant: -DMESSAGE_PASSING
// expect: assert holds
// variant: -DLOAD_BUFFERING
// expect: assert holds
// variant: -DTWO_WRITES_EACH
// expect: assert holds
// variant: -DREAD_THEN_WRITTEN
// expect: assert holds
// variant: -DSAME_PLACE
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static _Atomic int x, y;
static int a, b; /* what the second thread has seen */
static int c;    /* what the first has seen */

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
    assert(!(a == 1 && b == 0));
#elif defined LOAD_BUFFERING
    c = x;
    y = 1;
    pthread_join(thread, 0);
    assert(!(c == 1 && a == 1));
#elif defined TWO_WRITES_EACH
    x = 1;
    y = 2;
    pthread_join(thread, 0);
    assert(!(x == 1 && y == 1));
#elif defined READ_THEN_WRITTEN
    x = 1;
    y = 1;
    pthread_join(thread, 0);
    assert(!(y == 2 && a == 0));
#elif defined SAME_PLACE
    x = 1;
    x = 2;
    pthread_join(thread, 0);
    assert(!(a == 2 && b != 2) && !(a == 1 && b == 0));
#else /* store buffering */
    x = 1;
    c = y;
    pthread_join(thread, 0);
    assert(!(c == 0 && a == 0));
#endif
    return 0;
}
