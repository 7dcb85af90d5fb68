// Peterson's algorithm; the order of its two announcements matters.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// slow: schedule uw
// variant: -DTURN_FIRST
// expect: assert violated
// expect: race violated
// slow: schedule uw
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *thread(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
#ifdef TURN_FIRST
    turn = other;
    wants[me] = 1;
#else
    wants[me] = 1;
    turn = other;
#endif
    while (wants[other] && turn == other)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = 0;
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
