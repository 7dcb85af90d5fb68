// What main writes before it creates a thread is ordered before that thread, and only before that one.
// expect: race violated
// expect: assert violated
// variant: -DBEFORE_ALL
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DIN_A_LOOP
// expect: race violated
// expect: assert violated
// variant: -DIN_A_LOOP -DBEFORE_ALL
// expect: race holds
// expect: assert holds
// modular: race assert
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int value;

static void *worker(void *unused) {
    assert(value == 5);
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef BEFORE_ALL
    value = 5;
#endif
#ifdef IN_A_LOOP
    for (int number = 2 * __VERIFIER_nondet_bool(); number > 0; number--) {
#ifndef BEFORE_ALL
        value = 3 + number;
#endif
        pthread_create(&thread, 0, worker, 0);
    }
#else
    pthread_create(&thread, 0, worker, 0);
#ifndef BEFORE_ALL
    value = 5;
#endif
    pthread_create(&thread, 0, worker, 0);
#endif
    pthread_exit(0);
}
