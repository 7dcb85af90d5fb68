// Two locks chosen by their numbers: the same one twice, or in the other order, is a deadlock; rising numbers never are.
// expect: deadlock violated
// variant: -DRELATION=!=
// expect: deadlock violated
// variant: -DRELATION=<
// expect: deadlock holds
#include <pthread.h>

#ifndef RELATION
#define RELATION <=
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *unused) {
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 2 && j < 2 && i RELATION j);
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&locks[i]);
    pthread_mutex_lock(&locks[j]);
    pthread_mutex_unlock(&locks[j]);
    pthread_mutex_unlock(&locks[i]);
    pthread_join(thread, 0);
    return 0;
}
