// Without volatile the optimiser reads a waiting loop's variables once: a thread may then wait for ever.
// (Exclusion itself survives, and an endless wait is no violation of a safety check.)
// args: --optimise 2
// expect: assert holds
// expect: deadlock holds
// expect: race violated
// variant: -DSHARED=_Atomic
// expect: assert holds
// expect: race holds
// slow: schedule uw
#include <pthread.h>
#include <assert.h>

#ifndef SHARED
#define SHARED
#endif

static SHARED int wants[2], last;
static _Atomic int inside;

static void *thread(void *argument) {
    int me = (int)(long)argument;
    wants[me] = 1;
    last = me;
    while (wants[1 - me] == 1 && last == me)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = 0;
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, thread, (void *)1L);
    thread((void *)0L);
    pthread_join(other, 0);
    return 0;
}
