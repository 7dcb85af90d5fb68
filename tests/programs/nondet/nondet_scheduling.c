// Two threads choose freely; whether they can choose the same depends on the assumption.
// expect: assert violated
// variant: -DDIFFERENT
// expect: assert holds
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static _Bool choice[2];

static void *choose(void *argument) {
    choice[(long)argument] = __VERIFIER_nondet_bool();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, choose, (void *)1L);
    choose((void *)0L);
    pthread_join(thread, 0);
#ifdef DIFFERENT
    __VERIFIER_assume(choice[0] != choice[1]);
#endif
    assert(!(choice[0] && choice[1]));
    return 0;
}
