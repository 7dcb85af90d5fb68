// A section shifts too far before it waits, whatever comes out; another thread waits for its end.
// expect: shift violated
// expect: deadlock violated
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int distance = 40;
static sem_t semaphore;

static void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    int shifted = 1 << distance;
    if (shifted || !shifted)
        sem_wait(&semaphore);
    __VERIFIER_atomic_end();
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
