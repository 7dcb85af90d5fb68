// Two threads wait for their turn by numbers that are inputs: equal ones both get in, a wrong one waits for ever.
// expect: deadlock violated
// variant: -DPOSTED
// expect: deadlock holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern unsigned __VERIFIER_nondet_uint(void);

static sem_t gates[2];
static unsigned i, j;

static void *worker(void *unused) {
    sem_wait(&gates[i]);
    return 0;
}

int main(void) {
    pthread_t thread;
    i = __VERIFIER_nondet_uint() % 2;
    j = __VERIFIER_nondet_uint() * 5u % 2;
    sem_init(&gates[0], 0, 0);
    sem_init(&gates[1], 0, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_post(&gates[j]);
#ifdef POSTED
    if (i != j)
        sem_post(&gates[1 - j]);
#endif
    pthread_join(thread, 0);
    assert(i < 2 && j < 2);
    return 0;
}
