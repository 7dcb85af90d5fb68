// Dekker's algorithm, the first correct mutual exclusion for two threads.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// slow: schedule uw order
// variant: -DWITHOUT_ANNOUNCING
// expect: assert violated
// slow: schedule uw order
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *thread(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
#ifndef WITHOUT_ANNOUNCING
    wants[me] = 1;
#endif
    while (wants[other]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    }
#ifdef WITHOUT_ANNOUNCING
    wants[me] = 1;
#endif
    assert(inside == 0);
    inside = 1;
    inside = 0;
    turn = other;
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
