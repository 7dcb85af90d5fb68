// Where writers come first, one that waits keeps readers out, also those that are inside already.
// expect: deadlock violated
// variant: -DBY_INITIALISER
// expect: deadlock violated
// variant: -DOTHER_KIND
// expect: deadlock holds
// expect: assert holds
// variant: -DTRIES
// expect: assert violated
// expect: deadlock holds
// variant: -DTRIES -DOTHER_KIND
// expect: assert holds
// expect: deadlock holds
// variant: -DTIMED
// expect: assert violated
// expect: deadlock holds
// variant: -DGIVES_UP
// expect: assert holds
// expect: deadlock holds
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock
#ifdef BY_INITIALISER
    = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
#endif
    ;
static struct timespec deadline = {1, 0};

static void *writer(void *unused) {
#ifdef GIVES_UP
    if (pthread_rwlock_timedwrlock(&lock, &deadline) != 0)
        return 0;
#else
    pthread_rwlock_wrlock(&lock);
#endif
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
#ifndef BY_INITIALISER
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
#ifdef OTHER_KIND
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP);
#else
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
    pthread_rwlock_init(&lock, &attributes);
#endif
    pthread_rwlock_rdlock(&lock);
    pthread_create(&thread, 0, writer, 0);
#if defined TRIES || defined TIMED
#ifdef TRIES
    int refused = pthread_rwlock_tryrdlock(&lock);
#else
    int refused = pthread_rwlock_timedrdlock(&lock, &deadline);
#endif
    assert(!refused);
    if (!refused)
        pthread_rwlock_unlock(&lock);
#else
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
#endif
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    /* Whoever waited has left no trace. */
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
