/* Mutexes. A lock is free if its owner is 0.

   POSIX leaves some uses undefined: unlocking a normal mutex that one does not
   own, destroying a locked one, using a destroyed one. They violate the check
   `deadlock`, to which all lock discipline belongs. Where nobody asks about that
   the thread goes on: as with glibc the mutex is unlocked, or is not destroyed;
   and a destroyed one is as good as a new one. */

#include "thread.h"

static int kind_of(const pthread_mutex_t *mutex)
{
    if (mutex->kind == PTHREAD_MUTEX_ADAPTIVE_NP || mutex->kind == MUTEX_DESTROYED)
        return PTHREAD_MUTEX_NORMAL;
    return mutex->kind;
}

/* Within a section, by the owner of a mutex that is not normal. */
static int lock_again(pthread_mutex_t *mutex)
{
    if (mutex->kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    if (mutex->depth + 1 == 0)
        return EAGAIN;
    mutex->depth++;
    return 0;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    int kind = attributes == NULL ? PTHREAD_MUTEX_NORMAL : attributes->kind;
    __raddle_atomic_begin();
    mutex->owner = 0;
    mutex->depth = 0;
    mutex->kind = kind;
    __raddle_atomic_end();
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    int result = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(mutex->kind != MUTEX_DESTROYED, "destroys a mutex twice");
    __raddle_check_deadlock(mutex->owner == 0, "destroys a locked mutex");
    if (mutex->owner == 0)
        mutex->kind = MUTEX_DESTROYED;
    else
        result = EBUSY;
    __raddle_atomic_end();
    return result;
}

/* A normal mutex that its owner locks again waits for itself for ever. */
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int me = owner_mark();
    int result = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(mutex->kind != MUTEX_DESTROYED, "locks a destroyed mutex");
    if (mutex->owner == me && kind_of(mutex) != PTHREAD_MUTEX_NORMAL) {
        result = lock_again(mutex);
    } else {
        __raddle_await_holder(ACQUIRE(mutex->owner) == 0, mutex->owner - 1);
        mutex->owner = me;
    }
    __raddle_atomic_end();
    return result;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    int me = owner_mark();
    int result = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(mutex->kind != MUTEX_DESTROYED, "locks a destroyed mutex");
    if (mutex->owner == 0)
        TAKE(mutex->owner, me);
    else if (mutex->owner == me && mutex->kind == PTHREAD_MUTEX_RECURSIVE)
        result = lock_again(mutex);
    else
        result = not_had(EBUSY);
    __raddle_atomic_end();
    return result;
}

/* "Under no circumstance shall the function fail with a timeout if the mutex can
   be locked immediately", and then the time need not even be valid. */
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline)
{
    int me = owner_mark();
    int result = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(mutex->kind != MUTEX_DESTROYED, "locks a destroyed mutex");
    if (mutex->owner == me && kind_of(mutex) != PTHREAD_MUTEX_NORMAL)
        result = lock_again(mutex);
    else if (mutex->owner != 0 && !is_valid_time(deadline))
        result = not_had(EINVAL);
    else if (__raddle_await_timed(mutex->owner == 0))
        TAKE(mutex->owner, me);
    else
        result = not_had(ETIMEDOUT);
    __raddle_atomic_end();
    return result;
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                            const struct timespec *deadline)
{
    return is_clock_of_waits(clock) ? pthread_mutex_timedlock(mutex, deadline) : EINVAL;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int me = owner_mark();
    int result = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(mutex->kind != MUTEX_DESTROYED, "unlocks a destroyed mutex");
    if (mutex->owner != me && kind_of(mutex) != PTHREAD_MUTEX_NORMAL) {
        result = EPERM;
    } else if (mutex->depth > 0) {
        mutex->depth--;
    } else {
        __raddle_check_deadlock(mutex->owner == me, "unlocks a mutex that it does not own");
        RELEASE(mutex->owner, 0);
    }
    __raddle_atomic_end();
    return result;
}

/* There are no priorities, so a ceiling has no effect and is not remembered. */
int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old)
{
    __raddle_unsupported("pthread_mutex_setprioceiling");
    return ENOSYS;
}

/* A robust mutex is unsupported from its attribute on, so no owner ever died. */
int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    return EINVAL;
}

/* ---- attributes ---- */

int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
    attributes->kind = PTHREAD_MUTEX_NORMAL;
    attributes->process_shared = 0;
    attributes->protocol = 0;
    attributes->priority_ceiling = 0;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind)
{
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    attributes->kind = (unsigned char)kind;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind)
{
    *kind = attributes->kind;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared)
{
    if (shared != 0 && shared != 1)
        return EINVAL;
    attributes->process_shared = (unsigned char)shared;
    return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *shared)
{
    *shared = attributes->process_shared;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol)
{
    if (protocol < 0 || protocol > 2)
        return EINVAL;
    attributes->protocol = (unsigned char)protocol;
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol)
{
    *protocol = attributes->protocol;
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling)
{
    if (ceiling < 1 || ceiling > 99)
        return EINVAL;
    attributes->priority_ceiling = (unsigned char)ceiling;
    return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attributes, int *ceiling)
{
    *ceiling = attributes->priority_ceiling;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust)
{
    if (robust == 1)
        __raddle_unsupported("robust mutexes");
    return robust == 0 ? 0 : EINVAL;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust)
{
    *robust = 0;
    return 0;
}

int pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attributes, int robust)
{
    return pthread_mutexattr_setrobust(attributes, robust);
}
