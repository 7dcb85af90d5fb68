/* Read-write locks. Any reader may enter while no writer is inside, even if
   writers wait: glibc does it so, unless the lock's kind is "writers first, and
   nobody reads twice". POSIX leaves it open, and the other way is looked at for that
   kind only: there, writers that wait are counted and keep new readers out. A
   thread that waits for its own lock waits for ever. */

#include "thread.h"

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    int kind = attributes == NULL ? PTHREAD_RWLOCK_PREFER_READER_NP : attributes->preference;
    __raddle_atomic_begin();
    lock->writer = 0;
    lock->readers = 0;
    lock->waiting_writers = 0;
    lock->kind = kind;
    __raddle_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    __raddle_atomic_begin();
    __raddle_check_deadlock(lock->kind != RWLOCK_DESTROYED, "destroys a read-write lock twice");
    __raddle_check_deadlock(lock->writer == 0 && lock->readers == 0,
                            "destroys a locked read-write lock");
    lock->kind = RWLOCK_DESTROYED;
    __raddle_atomic_end();
    return 0;
}

static void check_locked_alive(const pthread_rwlock_t *lock)
{
    __raddle_check_deadlock(lock->kind != RWLOCK_DESTROYED, "locks a destroyed read-write lock");
}

/* ---- for reading ---- */

static int admits_readers(const pthread_rwlock_t *lock)
{
    if (lock->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP && lock->waiting_writers != 0)
        return 0;
    return lock->writer == 0;
}

/* After the writers before it, and no readers. */
static void enter_as_reader(pthread_rwlock_t *lock)
{
    (void)ACQUIRE(lock->writer);
    lock->readers++;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    __raddle_atomic_begin();
    check_locked_alive(lock);
    __raddle_await_holder(admits_readers(lock), lock->writer - 1);
    enter_as_reader(lock);
    __raddle_atomic_end();
    return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    int result = 0;
    __raddle_atomic_begin();
    check_locked_alive(lock);
    if (admits_readers(lock))
        enter_as_reader(lock);
    else
        result = not_had(EBUSY);
    __raddle_atomic_end();
    return result;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    int result = 0;
    if (!is_valid_time(deadline))
        return EINVAL;
    __raddle_atomic_begin();
    check_locked_alive(lock);
    if (__raddle_await_timed(admits_readers(lock)))
        enter_as_reader(lock);
    else
        result = not_had(ETIMEDOUT);
    __raddle_atomic_end();
    return result;
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *deadline)
{
    return is_clock_of_waits(clock) ? pthread_rwlock_timedrdlock(lock, deadline) : EINVAL;
}

/* ---- for writing ---- */

static int admits_writer(const pthread_rwlock_t *lock)
{
    return lock->writer == 0 && lock->readers == 0;
}

/* After everybody before it. */
static void enter_as_writer(pthread_rwlock_t *lock, int me)
{
    (void)ACQUIRE(lock->readers);
    TAKE(lock->writer, me);
}

/* Whether the writer must wait where others can see it. Then that is what its first
   section does, and the wait comes in a section of its own. */
static int keeps_readers_out(const pthread_rwlock_t *lock)
{
    return lock->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP && !admits_writer(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    int me = owner_mark();
    int announced;
    __raddle_atomic_begin();
    check_locked_alive(lock);
    announced = keeps_readers_out(lock);
    if (announced) {
        lock->waiting_writers++;
    } else {
        __raddle_await_holder(admits_writer(lock), lock->writer - 1);
        enter_as_writer(lock, me);
    }
    __raddle_atomic_end();
    if (announced) {
        __raddle_atomic_begin();
        check_locked_alive(lock);
        __raddle_await_holder(admits_writer(lock), lock->writer - 1);
        lock->waiting_writers--;
        enter_as_writer(lock, me);
        __raddle_atomic_end();
    }
    return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    int me = owner_mark();
    int result = 0;
    __raddle_atomic_begin();
    check_locked_alive(lock);
    if (admits_writer(lock))
        enter_as_writer(lock, me);
    else
        result = not_had(EBUSY);
    __raddle_atomic_end();
    return result;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    int me = owner_mark();
    int announced, in_time = 1;
    if (!is_valid_time(deadline))
        return EINVAL;
    __raddle_atomic_begin();
    check_locked_alive(lock);
    announced = keeps_readers_out(lock);
    if (announced) {
        lock->waiting_writers++;
    } else {
        in_time = __raddle_await_timed(admits_writer(lock));
        if (in_time)
            enter_as_writer(lock, me);
    }
    __raddle_atomic_end();
    if (announced) {
        __raddle_atomic_begin();
        check_locked_alive(lock);
        in_time = __raddle_await_timed(admits_writer(lock));
        lock->waiting_writers--;
        if (in_time)
            enter_as_writer(lock, me);
        __raddle_atomic_end();
    }
    return in_time ? 0 : not_had(ETIMEDOUT);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *deadline)
{
    return is_clock_of_waits(clock) ? pthread_rwlock_timedwrlock(lock, deadline) : EINVAL;
}

/* ---- */

/* Who holds read locks is not remembered, so giving back another thread's is
   not noticed. */
int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    int me = owner_mark();
    __raddle_atomic_begin();
    __raddle_check_deadlock(lock->kind != RWLOCK_DESTROYED,
                            "unlocks a destroyed read-write lock");
    __raddle_check_deadlock(lock->writer == me || lock->readers > 0,
                            "unlocks a read-write lock that it does not own");
    if (lock->readers > 0)
        RELEASE(lock->readers, lock->readers - 1);
    else
        RELEASE(lock->writer, 0);
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
