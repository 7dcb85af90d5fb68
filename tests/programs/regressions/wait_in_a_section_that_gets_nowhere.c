// A section that waits for a signal and then meets a false assumption, or the end of the program,
// does not happen even where the thread wakes up by itself: that is no wait for ever.
// expect: deadlock holds
// variant: -DTHEN=abort()
// expect: deadlock holds
// variant: -DTHEN=__VERIFIER_assume(flag)
// expect: deadlock holds
// variant: -DTHEN=__VERIFIER_assume(!flag)
// expect: deadlock violated
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
#ifndef THEN
#define THEN __VERIFIER_assume(0)
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int flag;

static void *waiting(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    THEN;
    __VERIFIER_atomic_end();
    return 0;
}

static void *clearing(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    flag = 0;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, waiting, 0);
    pthread_create(&two, 0, clearing, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
