// The process may end inside an atomic section; a stuck thread is then no deadlock.
// expect: deadlock holds
// expect: reach violated
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

int value;

void *other(void *unused) {
    __VERIFIER_atomic_begin();
    if (value == 1) reach_error();
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    __VERIFIER_atomic_begin();
    value = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    value = 2;
    exit(0);
    __VERIFIER_atomic_end();
}
