// Two threads add two each to a counter, reading and writing it in separate steps: 2, 3 or 4 comes out.
// expect: assert holds
// expect: race holds
// variant: -DLEAST=3
// expect: assert violated
// variant: -DMOST=3
// expect: assert violated
// variant: -DWHOLE_STEPS -DLEAST=4
// expect: assert holds
#include <assert.h>
#include <pthread.h>

#ifndef LEAST
#define LEAST 2
#endif
#ifndef MOST
#define MOST 4
#endif

static _Atomic int counter;

static void *adder(void *unused) {
    for (int i = 0; i < 2; i++)
#ifdef WHOLE_STEPS
        counter++;
#else
        counter = counter + 1;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, adder, 0);
    adder(0);
    pthread_join(thread, 0);
    assert(LEAST <= counter && counter <= MOST);
    return 0;
}
