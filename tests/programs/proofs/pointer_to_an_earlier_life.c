// A pointer to a variable of an earlier call, or of an earlier round of a loop, is not one to the variable that lives now.
// expect: memory violated
// variant: -DIN_A_LOOP
// expect: memory violated
// variant: -DOF_EACH_THREAD
// expect: memory violated
// variant: -DFORGOTTEN
// expect: memory holds
// modular: memory
// variant: -DFORGOTTEN -DIN_A_LOOP
// expect: memory holds
// modular: memory
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static _Thread_local int *kept;

#ifdef IN_A_LOOP
static void rounds(int number) {
    for (int i = 0; i < number; i++) {
        int room[2];
        if (kept)
            *kept = 2;
        kept = room;
#ifdef FORGOTTEN
        kept = NULL;
#endif
    }
}
#else
static void once(void) {
    int variable = 1;
    if (kept)
        *kept = 2;
    kept = &variable;
#ifdef FORGOTTEN
    kept = NULL;
#endif
}

static void rounds(int number) {
    for (int i = 0; i < number; i++)
        if (i > 0)
            once();
}
#endif

static void *worker(void *unused) {
    rounds(3);
    return unused;
}

int main(void) {
#ifdef OF_EACH_THREAD
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
#else
    (void)worker;
    rounds(__VERIFIER_nondet_int() & 3);
#endif
    return 0;
}
