// Three threads each take one of two ways by the same number; only the ways that go together can be combined.
// expect: assert holds
// variant: -DFORBIDDEN=6
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef FORBIDDEN
#define FORBIDDEN 3
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static _Atomic unsigned sum;
static unsigned n;

static void *one(void *unused) {
    sum += n % 7 == 4 ? 1 : 0;
    return 0;
}

static void *two(void *unused) {
    sum += n % 7 == 4 ? 5 : 2;
    return 0;
}

int main(void) {
    pthread_t first, second;
    n = __VERIFIER_nondet_uint();
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(sum == 6 || sum == 2);
    assert(sum != FORBIDDEN);
    return 0;
}
