// What a section accesses depends on a third thread, which has to come before the race.
// args: --check race
// expect: race violated
// variant: -DNOBODY_ALLOWS
// expect: race holds
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int allowed, value;

static void *writing(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    if (allowed) value = 1;
    __VERIFIER_atomic_end();
    return 0;
}

static void *allowing(void *unused) {
    (void)unused;
#ifndef NOBODY_ALLOWS
    __VERIFIER_atomic_begin();
    allowed = 1;
    __VERIFIER_atomic_end();
#endif
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, writing, 0);
    pthread_create(&two, 0, allowing, 0);
    value = 2;
    return 0;
}
