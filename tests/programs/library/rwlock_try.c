// Trying says EBUSY exactly where waiting would be needed; timed locks give up there.
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *during_read(void *unused) {
    struct timespec deadline = {1, 0};
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&lock, &deadline) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_timedwrlock(&lock, &deadline) == ETIMEDOUT);
    return 0;
}

static void *during_write(void *unused) {
    struct timespec deadline = {1, 0}, invalid = {1, -1};
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&lock, &deadline) == ETIMEDOUT);
    assert(pthread_rwlock_timedrdlock(&lock, &invalid) == EINVAL);
    assert(pthread_rwlock_timedwrlock(&lock, &invalid) == EINVAL);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&thread, 0, during_read, 0);
    pthread_join(thread, 0);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    pthread_create(&thread, 0, during_write, 0);
    pthread_join(thread, 0);
    pthread_rwlock_unlock(&lock);
    return 0;
}
