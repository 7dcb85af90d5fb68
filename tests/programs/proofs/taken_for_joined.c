// A thread is over only if it is the one that was joined: not if it was detached, and not if another one was created at the same place.
// expect: race violated
// expect: assert violated
// variant: -DDETACHED
// expect: race violated
// expect: assert violated
// variant: -DJOINED_ALL
// expect: race holds
// expect: assert holds
// variant: -DSINGLE
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DSINGLE -DDETACHED
// expect: race violated
// expect: assert violated
// variant: -DSINGLE -DPERHAPS
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int value;

static void *worker(void *unused) {
    value = 1;
    return unused;
}

static void finish(pthread_t thread) {
#if defined DETACHED
    pthread_detach(thread);
#elif defined PERHAPS
    if (__VERIFIER_nondet_bool())
        pthread_join(thread, 0);
#else
    pthread_join(thread, 0);
#endif
}

int main(void) {
    pthread_t thread;
#ifdef SINGLE
    pthread_create(&thread, 0, worker, 0);
#else
    int first = 1;
    for (int number = 1 + __VERIFIER_nondet_bool(); number > 0; number--) {
#ifdef JOINED_ALL
        if (!first)
            pthread_join(thread, 0);
#endif
        // The one before is forgotten.
        pthread_create(&thread, 0, worker, 0);
        first = 0;
    }
#endif
    finish(thread);
    value = 2;
    assert(value == 2);
    return 0;
}
