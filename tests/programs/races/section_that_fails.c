// A section that fails does not happen, and races with nobody, also where the failure is beyond the bound.
// args: --contexts=2
// expect: division violated
// expect: race bounded
// variant: -DPLAIN
// expect: race violated
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

static void *writer(void *unused) {
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_atomic_end();
    x = 1;
    return unused;
}

static void *divider(void *unused) {
#ifndef PLAIN
    __VERIFIER_atomic_begin();
#endif
    int result = 6 / (1 - x);
#ifndef PLAIN
    __VERIFIER_atomic_end();
#endif
    (void)result;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, divider, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
