// The section waits at the barrier before it has happened, so nobody ever comes through;
// trying that out must leave the barrier as it was.
// expect: deadlock violated
// expect: memory holds
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_barrier_t barrier;

static void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    pthread_barrier_wait(&barrier);
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_begin();
    pthread_barrier_wait(&barrier);
    __VERIFIER_atomic_end();
    pthread_join(thread, 0);
    return 0;
}
