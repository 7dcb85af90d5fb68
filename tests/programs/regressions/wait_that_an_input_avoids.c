// In one section an input, or an exchange that may fail by itself, decides whether the thread waits
// for a signal that nobody sends: with the other answer it goes on, so that it is not stuck.
// expect: deadlock holds|unknown
// expect: race holds
// variant: -DWEAK_EXCHANGE
// expect: deadlock holds|unknown
// expect: race holds
// variant: -DALWAYS
// expect: deadlock violated
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
atomic_int place;

static _Bool waits(void) {
#if defined(ALWAYS)
    return 1;
#elif defined(WEAK_EXCHANGE)
    int expected = 0;
    return atomic_compare_exchange_weak(&place, &expected, 0);
#else
    return !__VERIFIER_nondet_bool();
#endif
}

static void *waiting(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    if (waits()) {
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&condition, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waiting, 0);
    pthread_join(thread, 0);
    return 0;
}
