// Each of two threads waits for a semaphore before it gives the other's; somebody must have begun.
// expect: deadlock violated
// variant: -DBEGUN=1
// expect: deadlock holds
// expect: assert holds
// expect: race holds
// variant: -DBEGUN=1 -DFIRST
// expect: deadlock holds
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef BEGUN
#define BEGUN 0
#endif

static sem_t left, right;
static int value = 1;

static void *one(void *unused) {
    sem_wait(&left);
    value = value * 2;
    sem_post(&right);
    return 0;
}

static void *two(void *unused) {
    sem_wait(&right);
    value = value + 3;
    sem_post(&left);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&left, 0, BEGUN);
    sem_init(&right, 0, 0);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
#ifdef FIRST
    assert(value == 8);
#else
    assert(value == 5);
#endif
    return 0;
}
