// Nobody sees half of an atomic section, also where it ends in a false assumption, an exit or a failure.
// expect: reach holds
// expect: assert holds
// variant: -DENDING=exit(0)
// expect: reach holds
// variant: -DENDING=abort()
// expect: reach holds
// variant: -DENDING=assert(0)
// expect: reach holds
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#ifndef ENDING
#define ENDING __VERIFIER_assume(0)
#endif

int first, second;

void *other(void *unused) {
    __VERIFIER_atomic_begin();
    if (first != second) reach_error();
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    __VERIFIER_atomic_begin();
    first = 1;
    ENDING;
    second = 1;
    __VERIFIER_atomic_end();
    pthread_join(thread, 0);
    return 0;
}
