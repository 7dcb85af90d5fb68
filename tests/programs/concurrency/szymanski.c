// Szymanski's algorithm (a waiting room with two doors) for two threads.
// expect: assert holds
// expect: race holds
// slow: order
// variant: -DNO_WAITING_ROOM
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* 0 outside, 1 at the front door, 2 waiting inside, 3 in the doorway, 4 door closed. */
static atomic_int state[2], inside;

static void *thread(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
    state[me] = 1;
    while (state[other] > 2)
        ;
#ifndef NO_WAITING_ROOM
    state[me] = 3;
    if (state[other] == 1) {
        state[me] = 2;
        while (state[other] != 4)
            ;
    }
    state[me] = 4;
    if (me == 1)
        while (state[0] > 1)
            ;
#endif
    assert(inside == 0);
    inside = 1;
    inside = 0;
    if (me == 0)
        for (int seen = 2; seen == 2 || seen == 3;)
            seen = state[1];
    state[me] = 0;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, thread, (void *)0L);
    pthread_create(&second, 0, thread, (void *)1L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
