// For one number a mutex is unlocked by somebody else, destroyed while it is held, or used after that.
// expect: deadlock violated
// variant: -DMISUSE=pthread_mutex_destroy(&lock)
// expect: deadlock violated
// variant: -DMISUSE=pthread_mutex_trylock(&lock)
// expect: deadlock holds
// variant: -DAFTERWARDS -DMISUSE=(void)0
// expect: deadlock violated
#include <pthread.h>

#ifndef MISUSE
#define MISUSE pthread_mutex_unlock(&lock)
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
    if (*(unsigned *)argument * 3u == 0x33333336u)
        MISUSE;
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
#ifdef AFTERWARDS
    if (n * 5u == 55u)
        pthread_mutex_destroy(&lock);
#endif
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, worker, &n);
    pthread_join(thread, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
