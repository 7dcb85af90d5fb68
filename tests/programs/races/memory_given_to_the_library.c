// What the library writes or reads for the program is the program's memory: two such accesses that nothing orders race
// with each other as well as with the program's own, atomic ones included.
// expect: race violated
// variant: -DLOCKED
// expect: race holds
// variant: -DOWN_HANDLES
// expect: race holds
// variant: -DC11
// expect: race violated
// variant: -DATOMIC_STORE
// expect: race violated
// variant: -DDEADLINE
// expect: race violated
// variant: -DDEADLINE -DOWN_HANDLES
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static pthread_t handle;
static thrd_t c11_handle;
static struct timespec deadline;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, timed = PTHREAD_MUTEX_INITIALIZER;

static void *child(void *unused) { return unused; }

static int c11_child(void *unused) { return unused != 0; }

static void create(void) {
#if defined OWN_HANDLES
    pthread_t own;
    pthread_create(&own, 0, child, 0);
#elif defined LOCKED
    pthread_mutex_lock(&lock);
    pthread_create(&handle, 0, child, 0);
    pthread_mutex_unlock(&lock);
#elif defined C11
    thrd_create(&c11_handle, c11_child, 0);
#else
    pthread_create(&handle, 0, child, 0);
#endif
}

#ifdef DEADLINE
static void *worker(void *unused) {
    struct timespec own = {0};
#ifdef OWN_HANDLES
    if (pthread_mutex_timedlock(&timed, &own) == 0)
#else
    if (pthread_mutex_timedlock(&timed, &deadline) == 0)
#endif
        pthread_mutex_unlock(&timed);
    return unused;
}
#else
static void *worker(void *unused) {
#ifdef ATOMIC_STORE
    __atomic_store_n(&handle, 0, __ATOMIC_SEQ_CST);
#else
    create();
#endif
    return unused;
}
#endif

int main(void) {
    pthread_t other;
    pthread_mutex_lock(&timed);
    pthread_create(&other, 0, worker, 0);
#ifdef DEADLINE
    // Only who has to wait reads the deadline.
    __atomic_store_n(&deadline.tv_nsec, 5, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&timed);
#else
    create();
#endif
    pthread_join(other, 0);
    return 0;
}
