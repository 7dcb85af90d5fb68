// Peterson's algorithm for two threads that never stop.
#include <assert.h>
#include <pthread.h>

static _Atomic int wants[2], turn, inside;

static void *thread(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
    for (;;) {
        wants[me] = 1;
        turn = other;
        while (wants[other] && turn == other)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        wants[me] = 0;
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, thread, (void *)0L);
    pthread_create(&second, 0, thread, (void *)1L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
