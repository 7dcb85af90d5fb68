// Whether a mutex can be locked twice by its owner is an input.
// expect: deadlock violated
// variant: -DRECURSIVE
// expect: deadlock holds
#define _GNU_SOURCE
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    pthread_mutex_t lock;
    pthread_mutexattr_t attributes;
    _Bool recursive = __VERIFIER_nondet_uint() % 3 != 1;
#ifdef RECURSIVE
    __VERIFIER_assume(recursive);
#endif
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes,
                              recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
