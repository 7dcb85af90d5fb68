// A section waits for ever with one input and not at all with another: the thread can go on, so
// that nobody waits for ever, nor for itself where it would lock twice.
// expect: deadlock holds|unknown
// expect: race holds
// variant: -DTWICE
// expect: deadlock holds|unknown
// expect: race holds
// variant: -DODD
// expect: deadlock holds|unknown
// expect: race holds
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
#ifdef TWICE
    pthread_mutex_lock(&mutex);
    __VERIFIER_atomic_begin();
    if (!__VERIFIER_nondet_bool())
        pthread_mutex_lock(&mutex);
    __VERIFIER_atomic_end();
#elif defined ODD
    __VERIFIER_atomic_begin();
    if ((__VERIFIER_nondet_int() ^ 0x5a5a) != 0x1234)
        sem_wait(&semaphore);
    __VERIFIER_atomic_end();
#else
    __VERIFIER_atomic_begin();
    if (!__VERIFIER_nondet_bool())
        sem_wait(&semaphore);
    __VERIFIER_atomic_end();
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
