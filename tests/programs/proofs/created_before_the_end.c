// A thread that was created runs, also where its maker stops, is stopped or assumes what is false: nothing behind that is said of the thread.
// expect: reach violated
// variant: -DENDING=__VERIFIER_assume(0)
// expect: reach violated
// variant: -DENDING=abort()
// expect: reach violated
// variant: -DENDING=section_that_fails()
// expect: reach violated
// variant: -DENDING=exit(0)
// expect: reach violated
// variant: -DBEFORE -DENDING=__VERIFIER_assume(0)
// expect: reach holds
// modular: reach
// variant: -DBEFORE -DENDING=abort()
// expect: reach holds
// modular: reach
// variant: -DBEFORE -DENDING=section_that_fails()
// expect: reach holds
// modular: reach
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

#ifndef ENDING
#define ENDING for (;;) {}
#endif

static int value;

void section_that_fails(void) {
    __VERIFIER_atomic_begin();
    value = 1;
    __VERIFIER_assume(value == 0);
    __VERIFIER_atomic_end();
}

static void *worker(void *unused) {
    reach_error();
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef BEFORE
    ENDING;
#endif
    pthread_create(&thread, 0, worker, 0);
    ENDING;
    pthread_join(thread, 0);
    return 0;
}
