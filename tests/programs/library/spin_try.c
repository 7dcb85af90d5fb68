// Trying a spin lock fails while it is taken; unlocking one that is free is undefined.
// expect: assert holds
// expect: deadlock holds
// variant: -DUNLOCKED
// expect: deadlock violated
// variant: -DDESTROYED
// expect: deadlock violated
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_spinlock_t lock;
    pthread_spin_init(&lock, 0);
    assert(pthread_spin_trylock(&lock) == 0);
    assert(pthread_spin_trylock(&lock) == EBUSY);
    assert(pthread_spin_unlock(&lock) == 0);
#ifdef UNLOCKED
    pthread_spin_unlock(&lock);
#endif
    assert(pthread_spin_destroy(&lock) == 0);
#ifdef DESTROYED
    pthread_spin_lock(&lock);
#endif
    return 0;
}
