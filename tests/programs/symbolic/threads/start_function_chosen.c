// Which function a thread runs is an input.
// expect: assert holds
// variant: -DFORBIDDEN=3
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef FORBIDDEN
#define FORBIDDEN 5
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int shared = 1;

static void *triple(void *unused) {
    shared *= 3;
    return 0;
}

static void *increment(void *unused) {
    shared += 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, n * 3u == 27u ? triple : increment, 0);
    pthread_join(thread, 0);
    assert(shared == (n == 9 ? 3 : 2));
    assert(shared != FORBIDDEN);
    return 0;
}
