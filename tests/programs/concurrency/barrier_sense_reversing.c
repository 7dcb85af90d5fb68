// A spinning barrier that can be used twice, because its sense turns round.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int waiting = 2, sense;
static int phase[2];

static void barrier(int *my_sense) {
    *my_sense = !*my_sense;
    if (atomic_fetch_sub(&waiting, 1) == 1) {
        waiting = 2;
        sense = *my_sense;
    } else {
        while (sense != *my_sense)
            ;
    }
}

static void *work(void *argument) {
    int me = (int)(long)argument, my_sense = 0;
    for (int round = 1; round <= 2; round++) {
        phase[me] = round;
        barrier(&my_sense);
        assert(phase[1 - me] == round);
        barrier(&my_sense);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, (void *)1L);
    work((void *)0L);
    pthread_join(thread, 0);
    return 0;
}
