// A read-write lock that could not be had orders nothing, be it for reading or for writing.
// expect: race violated
// variant: -DHAD
// expect: race holds
// variant: -DFOR_WRITING
// expect: race violated
// variant: -DFOR_WRITING -DHAD
// expect: race holds
// variant: -DTIMED
// expect: race violated
// variant: -DTIMED -DFOR_WRITING
// expect: race violated
// variant: -DTIMED -DFOR_WRITING -DHAD
// expect: race holds
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static int attempt(void) {
#ifdef TIMED
    const struct timespec soon = {0, 0};
#endif
#if defined TIMED && defined FOR_WRITING
    return pthread_rwlock_timedwrlock(&lock, &soon);
#elif defined TIMED
    return pthread_rwlock_timedrdlock(&lock, &soon);
#elif defined FOR_WRITING
    return pthread_rwlock_trywrlock(&lock);
#else
    return pthread_rwlock_tryrdlock(&lock);
#endif
}

static void *owner(void *unused) {
#ifndef HAD
    data = 1;
#endif
#ifdef FOR_WRITING
    pthread_rwlock_rdlock(&lock);
#ifdef HAD
    int seen = data;
    (void)seen;
#endif
#else
    pthread_rwlock_wrlock(&lock);
#ifdef HAD
    data = 1;
#endif
#endif
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, 0, owner, 0);
    if (attempt() == 0) {
#if defined HAD && defined FOR_WRITING
        data = 2;
#elif defined HAD
        seen = data;
#endif
        pthread_rwlock_unlock(&lock);
    } else {
#ifndef HAD
        seen = data;
#endif
    }
    pthread_join(thread, 0);
    return seen;
}
