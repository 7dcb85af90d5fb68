// Two accesses race only if they can come next to each other: with a step in between
// that makes the second one possible, they do not.
// expect: race holds
// expect: deadlock holds
// variant: -DOWN_STEP
// expect: race holds
// expect: deadlock holds
// variant: -DOTHER_ORDER
// expect: race violated
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int shared;
static atomic_int flag;

/* Sets the flag only after the write of main. */
static void *watcher(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(shared == 1);
    flag = 1;
    __VERIFIER_atomic_end();
    return 0;
}

static void *writer(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    if (flag)
        shared = 2;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t first, second;
#if !defined OWN_STEP && !defined OTHER_ORDER
    pthread_create(&first, 0, watcher, 0);
#endif
    pthread_create(&second, 0, writer, 0);
#ifdef OTHER_ORDER
    flag = 1;
    shared = 1;
#else
    shared = 1;
#ifdef OWN_STEP
    flag = 1;
#endif
#endif
    return 0;
}
