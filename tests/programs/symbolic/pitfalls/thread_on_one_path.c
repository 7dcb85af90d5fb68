// A thread that is started on one path only: joined there, and absent on the other.
// expect: assert holds
// expect: deadlock holds
// variant: -DFORBIDDEN=1
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef FORBIDDEN
#define FORBIDDEN 2
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int done;

static void *worker(void *unused) {
    done = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    _Bool start = __VERIFIER_nondet_uint() * 3u == 33u;
    if (start)
        pthread_create(&thread, 0, worker, 0);
    if (start)
        pthread_join(thread, 0);
    assert(done == start);
    assert(done != FORBIDDEN);
    return 0;
}
