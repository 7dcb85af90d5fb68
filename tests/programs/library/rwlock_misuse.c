// A reader that asks for the write lock waits for itself; unlocking what nobody locked is undefined.
// expect: deadlock violated
// variant: -DUNLOCKED
// expect: deadlock violated
// variant: -DDESTROYED
// expect: deadlock violated
// variant: -DPROPER
// expect: deadlock holds
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
#if defined UNLOCKED
    pthread_rwlock_unlock(&lock);
#elif defined DESTROYED
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_rdlock(&lock);
#elif defined PROPER
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
#else
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
#endif
    return 0;
}
