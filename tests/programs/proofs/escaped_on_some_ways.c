// A local variable of which others know on some ways only is dead on all of them when its function is left.
// args: --check memory
// expect: memory violated
// variant: -DTHREAD
// expect: memory violated
// variant: -DKEPT
// expect: memory holds
// modular: memory
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int *known;

static void *look(void *pointer) {
    *(int *)pointer = 2;
    return 0;
}

static void call(void) {
    int local = 1;
#ifdef THREAD
    pthread_t thread;
    if (__VERIFIER_nondet_bool())
        pthread_create(&thread, 0, look, &local);
#elif !defined KEPT
    if (__VERIFIER_nondet_bool())
        known = &local;
#endif
    local = 3;
}

int main(void) {
    call();
    if (known)
        *known = 2;
    return 0;
}
