// Peterson's lock for two threads that go a number of rounds.
// Property: no two are in the critical section at once, and no round is lost. It holds.
//   -DN=n  rounds of each thread (2)
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

static _Atomic int wants[2], turn;
static int count;

static void lock(int me) {
    int other = 1 - me;
    wants[me] = 1;
    turn = other;
    while (wants[other] && turn == other)
        ;
}

static void unlock(int me) {
    wants[me] = 0;
}

static void *thread(void *argument) {
    int me = (int)(long)argument;
    for (int round = 0; round < N; round++) {
        lock(me);
        count++;
        unlock(me);
    }
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, thread, (void *)0L);
    pthread_create(&second, 0, thread, (void *)1L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(count == 2 * N);
    return 0;
}
