// What orders whoever has seen a relaxed flag: each primitive that both go through; condition variables only by their mutex.
// expect: race violated
// variant: -DMUTEX
// expect: race holds
// variant: -DTWO_MUTEXES
// expect: race violated
// variant: -DONCE
// expect: race holds
// variant: -DSTANDARD_ONCE
// expect: race holds
// variant: -DBARRIER
// expect: race holds
// variant: -DSEMAPHORE
// expect: race holds
// variant: -DSECTION
// expect: race holds
// variant: -DATOMIC
// expect: race holds
// variant: -DSPIN
// expect: race holds
// variant: -DSIGNAL
// expect: race violated
// variant: -DSIGNAL -DSIGNAL_LOCKED
// expect: race holds
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <threads.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int data;
static atomic_int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef TWO_MUTEXES
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
#endif

#if defined ONCE || defined STANDARD_ONCE
static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag standard = ONCE_FLAG_INIT;
static void set(void) {
    data = 1;
}
#endif
#ifdef BARRIER
static pthread_barrier_t barrier;
#endif
#ifdef SEMAPHORE
static sem_t semaphore;
#endif
#ifdef ATOMIC
static atomic_int synchronised;
#endif
#ifdef SPIN
static pthread_spinlock_t spin;
#endif
#ifdef SIGNAL
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
#endif

static void *first(void *unused) {
#ifdef ONCE
    pthread_once(&once, set);
#elif defined STANDARD_ONCE
    call_once(&standard, set);
#else
    data = 1;
#endif
#if defined MUTEX || defined TWO_MUTEXES
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
#elif defined BARRIER
    pthread_barrier_wait(&barrier);
#elif defined SEMAPHORE
    sem_post(&semaphore);
#elif defined SECTION
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_end();
#elif defined ATOMIC
    atomic_fetch_add(&synchronised, 1);
#elif defined SPIN
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
#endif
#ifdef SIGNAL_LOCKED
    pthread_mutex_lock(&mutex);
#endif
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
#ifdef SIGNAL
    pthread_cond_signal(&condition);
#endif
#ifdef SIGNAL_LOCKED
    pthread_mutex_unlock(&mutex);
#endif
    return unused;
}

static int is_set(void) {
    return atomic_load_explicit(&flag, memory_order_relaxed);
}

int main(void) {
    pthread_t thread;
#ifdef BARRIER
    pthread_barrier_init(&barrier, 0, 2);
#elif defined SEMAPHORE
    sem_init(&semaphore, 0, 0);
#elif defined SPIN
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
#endif
    pthread_create(&thread, 0, first, 0);
#ifdef BARRIER
    pthread_barrier_wait(&barrier);
#endif
#ifdef SIGNAL
    pthread_mutex_lock(&mutex);
    if (!is_set())
        pthread_cond_wait(&condition, &mutex);
#endif
    if (is_set()) {
#ifdef MUTEX
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
#elif defined TWO_MUTEXES
        pthread_mutex_lock(&second);
        pthread_mutex_unlock(&second);
#elif defined ONCE
        pthread_once(&once, set);
#elif defined STANDARD_ONCE
        call_once(&standard, set);
#elif defined SEMAPHORE
        sem_wait(&semaphore);
#elif defined SECTION
        __VERIFIER_atomic_begin();
        __VERIFIER_atomic_end();
#elif defined ATOMIC
        atomic_fetch_add(&synchronised, 1);
#elif defined SPIN
        pthread_spin_lock(&spin);
        pthread_spin_unlock(&spin);
#endif
        data = 2;
    }
#ifdef SIGNAL
    pthread_mutex_unlock(&mutex);
#endif
    pthread_join(thread, 0);
    return data == 0;
}
