// Atomic sections, nested and in a function of their own: nothing comes between.
// expect: assert holds
// expect: deadlock holds
// variant: -DOPEN
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int a, b;

#ifdef OPEN
static void __VERIFIER_move(void) {
    a--;
    b++;
}
#define __VERIFIER_atomic_move __VERIFIER_move
#else
static void __VERIFIER_atomic_move(void) {
    __VERIFIER_atomic_begin();
    a--;
    __VERIFIER_atomic_end();
    b++;
}
#endif

static void *worker(void *unused) {
    __VERIFIER_atomic_move();
    return 0;
}

int main(void) {
    pthread_t thread;
    a = 2;
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_move();
    __VERIFIER_atomic_begin();
    int sum = a + b;
    __VERIFIER_atomic_end();
    assert(sum == 2);
    pthread_join(thread, 0);
    assert(a == 0 && b == 2);
    return 0;
}
