// A variable to which every thread adds a constant holds no more than all of them add; not so if one
// adds without the lock, sets it, or counts from elsewhere.
// args: --check assert,overflow
// expect: assert holds
// expect: overflow holds
// modular: assert overflow
// variant: -DMOST=2
// expect: assert violated
// variant: -DUNLOCKED
// expect: assert violated
// variant: -DFIRST=1
// expect: assert violated
// variant: -DSET=5
// expect: assert violated
// variant: -DOTHERWISE
// expect: assert violated
// variant: -DSTEP=2 -DMOST=6
// expect: assert holds
// modular: assert
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

#ifndef MOST
#define MOST 3
#endif
#ifndef STEP
#define STEP 1
#endif
#ifndef FIRST
#define FIRST 0
#endif

static int counted = FIRST;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
#ifdef UNLOCKED
    int before = counted;
    counted = before - STEP;
    counted = before + STEP;
    assert(counted >= 0);
    return unused;
#endif
    pthread_mutex_lock(&mutex);
    assert(counted + STEP <= MOST);
    counted += STEP;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef OTHERWISE
    // Before any thread is created, on one way only.
    if (__VERIFIER_nondet_bool())
        counted = 3;
    else
        pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    assert(counted <= 1);
    pthread_mutex_unlock(&mutex);
    return 0;
#endif
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, 0, worker, 0);
#ifdef SET
    pthread_mutex_lock(&mutex);
    counted = SET;
    pthread_mutex_unlock(&mutex);
#endif
    return 0;
}
