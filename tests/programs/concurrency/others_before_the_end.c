// Whoever fails does so before the process ends, however that comes about: no trace has a step behind it.
// expect: assert violated
// variant: -DABORTS
// expect: assert violated
// variant: -DEXITS
// expect: assert violated
// variant: -DQUICKLY
// expect: assert violated
// variant: -DHANDLES
// expect: assert violated
// variant: -DHANDLES -DEARLIER
// expect: assert holds
// variant: -DASSUMES
// expect: assert violated
// variant: -DCRASHES
// expect: assert violated
// variant: -DELSEWHERE
// expect: assert violated
// variant: -DLOCAL
// expect: memory violated
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_assume(int condition);

static _Atomic int step, seen;
static _Atomic(int *) place = (int *)&step;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void end(void) {
    pthread_mutex_lock(&lock);
    step = 1;
    pthread_mutex_unlock(&lock);
#if defined ABORTS || defined ELSEWHERE
    abort();
#elif defined EXITS
    exit(1);
#elif defined QUICKLY
    quick_exit(1);
#elif defined ASSUMES
    __VERIFIER_assume(step == 0);
#elif defined CRASHES
    *(volatile int *)0 = seen;
#endif
}

#ifdef HANDLES
static void handler(void) {
    seen = 1;
}
#endif

static void *worker(void *unused) {
#ifdef HANDLES
    int handled = seen;
#else
    int handled = 1;
#endif
#ifdef EARLIER
    handled = handled && step == 0;
#endif
#ifdef LOCAL
    int now = *place;
    assert(now == 0 || now == 1 || now == 5);
#else
    pthread_mutex_lock(&lock);
    assert(!handled || step == 0);
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

#ifdef ELSEWHERE
static void *ender(void *unused) {
    end();
    return 0;
}
#endif

int main(void) {
    pthread_t thread;
    int local = 5;
#ifdef HANDLES
    atexit(handler);
#endif
    pthread_create(&thread, 0, worker, 0);
#ifdef LOCAL
    place = &local;
#endif
#ifdef ELSEWHERE
    pthread_t other;
    pthread_create(&other, 0, ender, 0);
    pthread_join(thread, 0);
#else
    end();
#endif
    return local == 6;
}
