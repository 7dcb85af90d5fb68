// A thread whose assumption fails for one number stops; whoever joins it goes on for other numbers only, and nobody calls it a deadlock.
// expect: deadlock holds
// expect: assert holds
// variant: -DFORBIDDEN=18
// expect: assert violated
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

#ifndef FORBIDDEN
#define FORBIDDEN 17
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned n;

static void *worker(void *unused) {
    __VERIFIER_assume(n * 3u != 51u);
    return 0;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(n != FORBIDDEN);
    return 0;
}
