// What misused locks give back, and how they are afterwards, where nobody asks about misuse.
// args: --check assert
// expect: assert holds
// variant: -DREACHED
// expect: assert violated
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
    pthread_spinlock_t spin;
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    assert(pthread_mutex_destroy(&mutex) == EBUSY);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_destroy(&mutex) == 0);
    assert(pthread_mutex_destroy(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);

    assert(pthread_rwlock_unlock(&both) == 0);
    assert(pthread_rwlock_trywrlock(&both) == 0);
    assert(pthread_rwlock_tryrdlock(&both) == EBUSY);

    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    assert(pthread_spin_unlock(&spin) == 0);
    pthread_spin_destroy(&spin);
    assert(pthread_spin_trylock(&spin) == 0);
    assert(pthread_spin_trylock(&spin) == EBUSY);
#ifdef REACHED
    assert(0);
#endif
    return 0;
}
