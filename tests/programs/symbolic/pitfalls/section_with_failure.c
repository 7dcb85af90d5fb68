// A failure inside of an atomic section for one number: nobody sees half a section, whatever the number is.
// expect: assert violated
// expect: reach holds
// variant: -DFAILURE=__VERIFIER_assume
// expect: assert holds
// expect: reach holds
// variant: -DFAILURE=split
// expect: assert holds
// expect: reach violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

#ifndef FAILURE
#define FAILURE assert
#endif

static unsigned first, second;

static void split(int unused) {
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
}

static void *other(void *unused) {
    __VERIFIER_atomic_begin();
    if (first != second)
        reach_error();
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, other, 0);
    __VERIFIER_atomic_begin();
    first = n;
    FAILURE(n * 3u != 0x3000f);
    second = n;
    __VERIFIER_atomic_end();
    pthread_join(thread, 0);
    return 0;
}
