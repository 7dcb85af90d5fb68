// A variable of each thread's own keeps that thread's input; a common one does not.
// expect: assert holds
// expect: race holds
// variant: -DKIND=static
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

#ifndef KIND
#define KIND static _Thread_local
#endif

extern unsigned __VERIFIER_nondet_uint(void);

KIND unsigned own;

static void *worker(void *unused) {
    unsigned n = __VERIFIER_nondet_uint() * 3u;
    own = n;
    assert(own == n);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
