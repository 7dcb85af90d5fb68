// An input is the number of places: two threads are inside together exactly if it is 2.
// expect: assert violated
// expect: deadlock holds
// variant: -DMOST=1
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef MOST
#define MOST 2
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static sem_t places;
static _Atomic int inside;

static void *worker(void *unused) {
    sem_wait(&places);
    inside++;
    assert(inside == 1);
    inside--;
    sem_post(&places);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= MOST);
    sem_init(&places, 0, n);
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
