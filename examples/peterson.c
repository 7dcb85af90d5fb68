#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Peterson's algorithm lets two threads exclude each other with nothing but shared
   variables. The threads never stop and their waiting loops have no bound, but
   there are only finitely many different states: Raddle visits them all. */
atomic_int wants[2], turn;
int inside;

void *thread(void *argument) {
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
    pthread_t other;

    pthread_create(&other, NULL, thread, (void *)1L);
    thread((void *)0L);
    return 0;
}
