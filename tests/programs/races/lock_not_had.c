// That a mutex could not be had tells that its owner has come far, and orders nothing: only one that is had does.
// expect: race violated
// variant: -DHAD
// expect: race holds
// variant: -DTIMED
// expect: race violated
// variant: -DTIMED -DHAD
// expect: race holds
// variant: -DCLOCK
// expect: race violated
// variant: -DCLOCK -DHAD
// expect: race holds
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

#if defined TIMED || defined CLOCK
static const struct timespec soon = {0, 0};
#endif

static int attempt(void) {
#ifdef TIMED
    return pthread_mutex_timedlock(&mutex, &soon);
#elif defined CLOCK
    return pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon);
#else
    return pthread_mutex_trylock(&mutex);
#endif
}

static void *owner(void *unused) {
#ifdef HAD
    pthread_mutex_lock(&mutex);
    data = 1;
#else
    data = 1;
    pthread_mutex_lock(&mutex);
#endif
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, owner, 0);
    if (attempt() == 0) {
#ifdef HAD
        data = 2;
#endif
        pthread_mutex_unlock(&mutex);
    } else {
#ifndef HAD
        data = 2;
#endif
    }
    pthread_join(thread, 0);
    return data == 0;
}
