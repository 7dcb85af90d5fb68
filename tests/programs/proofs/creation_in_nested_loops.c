// A place in two loops, or in a function that is called twice, creates several threads, each of which may meet the others.
// expect: race violated
// variant: -DCALLED
// expect: race violated
// variant: -DOWN
// expect: race holds
// modular: race
// variant: -DOWN -DCALLED
// expect: race holds
// modular: race
// variant: -DJOINED
// expect: race holds
// modular: race
// variant: -DJOINED -DCALLED
// expect: race holds
// modular: race
#include <pthread.h>

static int places[4];

static void *worker(void *place) {
    ++*(int *)place;
    return 0;
}

static void create(int place) {
    pthread_t thread;
#ifndef OWN
    place = 0;
#endif
    pthread_create(&thread, 0, worker, &places[place]);
#ifdef JOINED
    pthread_join(thread, 0);
#endif
}

int main(void) {
#ifdef CALLED
    create(0);
    create(1);
#else
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            create(2 * i + j);
#endif
    pthread_exit(0);
}
