// An error that needs five turns of the two threads: few rounds of a round-robin schedule do not show it.
// expect: assert violated
// variant: -DTURNS=7
// expect: assert holds
#include <assert.h>
#include <pthread.h>

#ifndef TURNS
#define TURNS 5
#endif

static _Atomic int turn;

static void *even(void *unused) {
    for (int i = 0; i < 3; i++)
        if (turn == 2 * i)
            turn = 2 * i + 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, even, 0);
    for (int i = 0; i < 3; i++)
        if (turn == 2 * i + 1)
            turn = 2 * i + 2;
    pthread_join(thread, 0);
    assert(turn != TURNS);
    return 0;
}
