// Three forks in a circle: whether somebody starts with the other fork is an input, without which all three can starve.
// expect: deadlock violated
// variant: -DCAREFUL
// expect: deadlock holds
// slow: order
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t forks[3];
static unsigned careful;

static void *dine(void *argument) {
    long me = (long)argument;
    long first = me, second = (me + 1) % 3;
    if (me == 2 && careful % 10 == 9) {
        first = 0;
        second = 2;
    }
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return 0;
}

int main(void) {
    pthread_t a, b;
    careful = __VERIFIER_nondet_uint();
#ifdef CAREFUL
    __VERIFIER_assume(careful % 10 == 9);
#endif
    pthread_create(&a, 0, dine, (void *)1L);
    pthread_create(&b, 0, dine, (void *)2L);
    dine((void *)0L);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
