// A wide number goes to a thread as its argument and back as its result, five times as large and one more.
// targets: lp64
// expect: assert violated
// variant: -DFACTOR=4
// expect: assert holds
#include <assert.h>
#include <pthread.h>

#ifndef FACTOR
#define FACTOR 5
#endif

extern unsigned long __VERIFIER_nondet_ulong(void);

static void *worker(void *argument) {
    return (void *)((unsigned long)argument * FACTOR + 1);
}

int main(void) {
    pthread_t thread;
    void *result;
    unsigned long n = __VERIFIER_nondet_ulong();
    pthread_create(&thread, 0, worker, (void *)n);
    pthread_join(thread, &result);
    assert((unsigned long)result == n * FACTOR + 1);
    assert((unsigned long)result != 0x7edcba9876543210UL);
    return 0;
}
