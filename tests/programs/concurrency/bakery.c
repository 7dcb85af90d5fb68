// Lamport's bakery for two threads; drawing a number is not atomic, which is why it must be announced.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// slow: schedule uw
// variant: -DUNANNOUNCED
// expect: assert violated
// slow: schedule uw
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int drawing[2], number[2], inside;

static void *customer(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
#ifndef UNANNOUNCED
    drawing[me] = 1;
#endif
    number[me] = number[other] + 1;
    drawing[me] = 0;
    while (drawing[other])
        ;
    for (;;) {
        int theirs = number[other], mine = number[me];
        if (theirs == 0 || mine < theirs || (mine == theirs && me < other))
            break;
    }
    assert(inside == 0);
    inside = 1;
    inside = 0;
    number[me] = 0;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, customer, (void *)0L);
    pthread_create(&second, 0, customer, (void *)1L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
