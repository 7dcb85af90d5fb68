// For one number a thread ends with the lock held: a deadlock if the thread ends, none if the process does.
// expect: deadlock violated
// variant: -DLEAVE=exit
// expect: deadlock holds
#include <pthread.h>
#include <stdlib.h>

#ifndef LEAVE
#define LEAVE pthread_exit
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned n;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    if (n * 11u == 0xb000b)
        LEAVE(0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
