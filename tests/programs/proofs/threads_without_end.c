// However many threads are created without end, each finds what the lock protects in order.
// args: --check assert,race,memory
// slow: explicit lazy order
// expect: assert holds
// expect: race holds
// expect: memory holds
// modular: assert race memory
// variant: -DHOME_MADE
// slow: explicit lazy order
// expect: assert holds
// expect: race holds
// expect: memory holds
// modular: assert race memory
// variant: -DNUMBER=2 -DUNLOCKED
// expect: race violated
// variant: -DNUMBER=2 -DSTEP=3
// expect: memory violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STEP
#define STEP 2
#endif

static int table[4], next;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int home_made;

static void lock(void) {
#if defined HOME_MADE
    while (atomic_exchange(&home_made, 1)) {
    }
#elif !defined UNLOCKED
    pthread_mutex_lock(&mutex);
#endif
}

static void unlock(void) {
#if defined HOME_MADE
    home_made = 0;
#elif !defined UNLOCKED
    pthread_mutex_unlock(&mutex);
#endif
}

static void *worker(void *unused) {
    lock();
    int mine = next;
    if (mine < 4) {
        table[mine + 1]++;
        next = mine + STEP;
    }
    assert(next <= 4);
    unlock();
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef NUMBER
    for (int i = 0; i < NUMBER; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
#else
    for (;;)
        pthread_create(&thread, 0, worker, 0);
#endif
    (void)mutex;
    (void)home_made;
}
