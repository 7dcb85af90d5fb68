// A lock that is taken on one path and released behind the join: the other path is a race.
// expect: race violated
// expect: deadlock holds
// variant: -DALWAYS
// expect: race holds
// expect: deadlock holds
// variant: -DALWAYS -DKEPT
// expect: deadlock violated
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *worker(void *argument) {
    unsigned n = *(unsigned *)argument;
#ifdef ALWAYS
    _Bool locks = 1;
#else
    _Bool locks = n % 6 != 5;
#endif
    if (locks)
        pthread_mutex_lock(&lock);
    shared = 1;
#ifdef KEPT
    if (locks && n * 5u != 35u)
#else
    if (locks)
#endif
        pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, &n);
    pthread_mutex_lock(&lock);
    shared = 2;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
