// A spin lock, and a mutex of C11, that could not be had: nothing is ordered.
// expect: race violated
// variant: -DHAD
// expect: race holds
// variant: -DSTANDARD
// expect: race violated
// variant: -DSTANDARD -DHAD
// expect: race holds
#include <pthread.h>
#include <threads.h>

static int data;

#ifdef STANDARD
static mtx_t lock;
#define INIT mtx_init(&lock, mtx_plain)
#define LOCK mtx_lock(&lock)
#define TRY (mtx_trylock(&lock) == thrd_success)
#define UNLOCK mtx_unlock(&lock)
#else
static pthread_spinlock_t lock;
#define INIT pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE)
#define LOCK pthread_spin_lock(&lock)
#define TRY (pthread_spin_trylock(&lock) == 0)
#define UNLOCK pthread_spin_unlock(&lock)
#endif

static int owner(void *unused) {
    (void)unused;
#ifndef HAD
    data = 1;
#endif
    LOCK;
#ifdef HAD
    data = 1;
#endif
    UNLOCK;
    return 0;
}

int main(void) {
    thrd_t thread;
    INIT;
    thrd_create(&thread, owner, 0);
    if (TRY) {
#ifdef HAD
        data = 2;
#endif
        UNLOCK;
    } else {
#ifndef HAD
        data = 2;
#endif
    }
    thrd_join(thread, 0);
    return data == 0;
}
