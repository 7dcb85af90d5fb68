/* Spin locks: waiting is modelled as blocking, so that waiting for one that is
   never given back is a deadlock and not an endless loop. */

#include "thread.h"

/* Destroying one does nothing with glibc, so it may still be locked where nobody
   asks about misuse. */
static int is_free(const pthread_spinlock_t *lock)
{
    return *lock == 0 || *lock == SPIN_DESTROYED;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    __raddle_atomic_begin();
    __raddle_check_deadlock(*lock != SPIN_DESTROYED, "destroys a spin lock twice");
    __raddle_check_deadlock(*lock == 0, "destroys a locked spin lock");
    if (*lock == 0)
        *lock = SPIN_DESTROYED;
    __raddle_atomic_end();
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    int me = owner_mark();
    __raddle_atomic_begin();
    __raddle_check_deadlock(*lock != SPIN_DESTROYED, "locks a destroyed spin lock");
    __raddle_await_holder(is_free(lock), *lock - 1);
    TAKE(*lock, me);
    __raddle_atomic_end();
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    int me = owner_mark();
    int result = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(*lock != SPIN_DESTROYED, "locks a destroyed spin lock");
    if (is_free(lock))
        TAKE(*lock, me);
    else
        result = not_had(EBUSY);
    __raddle_atomic_end();
    return result;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    int me = owner_mark();
    __raddle_atomic_begin();
    __raddle_check_deadlock(*lock == me, "unlocks a spin lock that it does not own");
    RELEASE(*lock, 0);
    __raddle_atomic_end();
    return 0;
}
