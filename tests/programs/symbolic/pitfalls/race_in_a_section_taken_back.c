// An atomic section whose lock is held by another thread is taken back, and so are its accesses.
// expect: race holds
// expect: deadlock holds
// variant: -DOUTSIDE
// expect: race violated
// variant: -DASSUMED
// expect: race holds
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static int seen;

static void *writer(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    shared = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
#if defined OUTSIDE
    seen = shared;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
#elif defined ASSUMED
    /* Only after the write does the section happen, and then nothing is left to race with. */
    __VERIFIER_atomic_begin();
    seen = shared;
    __VERIFIER_assume(seen == 1);
    __VERIFIER_atomic_end();
#else
    __VERIFIER_atomic_begin();
    seen = shared;
    pthread_mutex_lock(&lock);
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&lock);
#endif
    pthread_join(thread, NULL);
    return 0;
}
