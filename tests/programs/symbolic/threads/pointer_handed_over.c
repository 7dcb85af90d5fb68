// A thread gets a pointer to one of two variables and main writes one: a race for the number 6 alone.
// expect: race violated
// variant: -DFACTOR=0u
// expect: race holds
#include <pthread.h>

#ifndef FACTOR
#define FACTOR 9u
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int a, b;

static void *worker(void *argument) {
    *(int *)argument = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, n * FACTOR == 54u ? &a : &b);
    a = 2;
    pthread_join(thread, 0);
    return 0;
}
