// A thread starts another; who joins only the first does not know that the second has ended.
// expect: assert holds
// expect: race holds
// variant: -DNOT_JOINED
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static int x;

static void *inner(void *unused) {
    x = 1;
    return 0;
}

static void *outer(void *unused) {
    pthread_t thread;
    pthread_create(&thread, 0, inner, 0);
#ifndef NOT_JOINED
    pthread_join(thread, 0);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, outer, 0);
    pthread_join(thread, 0);
    assert(x == 1);
    return 0;
}
