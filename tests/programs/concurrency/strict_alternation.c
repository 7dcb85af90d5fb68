// Two threads that take turns by a shared variable never meet.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static _Atomic int turn;
static int inside;

static void *thread(void *argument) {
    int me = (int)(long)argument;
    for (int round = 0; round < 2; round++) {
        while (turn != me)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        turn = 1 - me;
    }
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, thread, (void *)1L);
    thread((void *)0L);
    pthread_join(other, 0);
    return 0;
}
