/* Read-write locks. Any reader may enter while no writer is inside, even if
   writers wait: whom an implementation prefers is its own affair, and here every
   order is looked at. A thread that waits for its own lock waits for ever. */

#include "thread.h"

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    __raddle_atomic_begin();
    lock->writer = 0;
    lock->readers = 0;
    lock->destroyed = 0;
    __raddle_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    __raddle_atomic_begin();
    __raddle_check_deadlock(!lock->destroyed, "destroys a read-write lock twice");
    __raddle_check_deadlock(lock->writer == 0 && lock->readers == 0,
                            "destroys a locked read-write lock");
    lock->destroyed = 1;
    __raddle_atomic_end();
    return 0;
}

/* ---- for reading ---- */

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    __raddle_atomic_begin();
    __raddle_check_deadlock(!lock->destroyed, "locks a destroyed read-write lock");
    __raddle_await_holder(lock->writer == 0, lock->writer - 1);
    lock->readers++;
    __raddle_atomic_end();
    return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    int result = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!lock->destroyed, "locks a destroyed read-write lock");
    if (lock->writer == 0)
        lock->readers++;
    else
        result = EBUSY;
    __raddle_atomic_end();
    return result;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    int result = 0;
    if (!is_valid_time(deadline))
        return EINVAL;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!lock->destroyed, "locks a destroyed read-write lock");
    if (__raddle_await_timed(lock->writer == 0))
        lock->readers++;
    else
        result = ETIMEDOUT;
    __raddle_atomic_end();
    return result;
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *deadline)
{
    return pthread_rwlock_timedrdlock(lock, deadline);
}

/* ---- for writing ---- */

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    int me = owner_mark();
    __raddle_atomic_begin();
    __raddle_check_deadlock(!lock->destroyed, "locks a destroyed read-write lock");
    __raddle_await_holder(lock->writer == 0 && lock->readers == 0, lock->writer - 1);
    lock->writer = me;
    __raddle_atomic_end();
    return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    int me = owner_mark();
    int result = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!lock->destroyed, "locks a destroyed read-write lock");
    if (lock->writer == 0 && lock->readers == 0)
        lock->writer = me;
    else
        result = EBUSY;
    __raddle_atomic_end();
    return result;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    int me = owner_mark();
    int result = 0;
    if (!is_valid_time(deadline))
        return EINVAL;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!lock->destroyed, "locks a destroyed read-write lock");
    if (__raddle_await_timed(lock->writer == 0 && lock->readers == 0))
        lock->writer = me;
    else
        result = ETIMEDOUT;
    __raddle_atomic_end();
    return result;
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *deadline)
{
    return pthread_rwlock_timedwrlock(lock, deadline);
}

/* ---- */

/* Who holds read locks is not remembered, so giving back another thread's is
   not noticed. */
int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    int me = owner_mark();
    __raddle_atomic_begin();
    __raddle_check_deadlock(!lock->destroyed, "unlocks a destroyed read-write lock");
    __raddle_check_deadlock(lock->writer == me || lock->readers > 0,
                            "unlocks a read-write lock that it does not own");
    if (lock->writer == me)
        lock->writer = 0;
    else
        lock->readers--;
    __raddle_atomic_end();
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes)
{
    attributes->preference = 0;
    attributes->process_shared = 0;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes)
{
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared)
{
    if (shared != 0 && shared != 1)
        return EINVAL;
    attributes->process_shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared)
{
    *shared = attributes->process_shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int preference)
{
    if (preference < 0 || preference > 2)
        return EINVAL;
    attributes->preference = preference;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *preference)
{
    *preference = attributes->preference;
    return 0;
}
