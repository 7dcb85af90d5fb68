// Only who holds a lock may give it back: where another does, or takes it for its own because it is taken, two are inside at once.
// expect: race violated
// expect: assert violated
// variant: -DBY=ASSUMING
// expect: race violated
// variant: -DBY=HOLDING
// expect: race holds
// expect: assert holds
// modular: race assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

#define ANYBODY 1
#define ASSUMING 2
#define HOLDING 3
#ifndef BY
#define BY ANYBODY
#endif

static atomic_int lock;
static int inside;

static void take(void) {
    int is_free = 0;
    __VERIFIER_assume(atomic_compare_exchange_strong(&lock, &is_free, 1));
}

static void *worker(void *unused) {
    take();
    inside = 1;
    assert(inside == 1);
    inside = 0;
    lock = 0;
    return unused;
}

static void *other(void *unused) {
#if BY == ASSUMING
    __VERIFIER_assume(lock == 1);
    inside = 2;
#elif BY == HOLDING
    take();
    lock = 0;
#else
    lock = 0;
#endif
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, other, 0);
    take();
    inside = 2;
    lock = 0;
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
