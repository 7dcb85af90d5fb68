/* Unnamed semaphores. Failures are told by -1 and errno. */

#include "thread.h"

static int fail(int error)
{
    errno = error;
    return -1;
}

int sem_init(sem_t *semaphore, int shared, unsigned value)
{
    if (value > SEM_VALUE_MAX)
        return fail(EINVAL);
    __raddle_atomic_begin();
    semaphore->value = value;
    semaphore->destroyed = 0;
    __raddle_atomic_end();
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "destroys a semaphore twice");
    semaphore->destroyed = 1;
    __raddle_atomic_end();
    return 0;
}

int sem_wait(sem_t *semaphore)
{
    int cancelled;
    __raddle_cancellation_point();
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "waits for a destroyed semaphore");
    __raddle_await(semaphore->value > 0 || __raddle_cancel_due());
    cancelled = __raddle_cancel_ends_wait(semaphore->value > 0);
    if (!cancelled)
        TAKE(semaphore->value, semaphore->value - 1);
    __raddle_atomic_end();
    if (cancelled)
        __raddle_cancel_now();
    return 0;
}

int sem_trywait(sem_t *semaphore)
{
    int taken = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "waits for a destroyed semaphore");
    if (semaphore->value > 0) {
        TAKE(semaphore->value, semaphore->value - 1);
        taken = 1;
    } else {
        __raddle_unordered();
    }
    __raddle_atomic_end();
    return taken ? 0 : fail(EAGAIN);
}

/* Whether the time is looked at even if there is no need to wait, is open; glibc
   looks. */
int sem_timedwait(sem_t *semaphore, const struct timespec *deadline)
{
    int in_time, cancelled;
    if (!is_valid_time(deadline))
        return fail(EINVAL);
    __raddle_cancellation_point();
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "waits for a destroyed semaphore");
    in_time = __raddle_await_timed(semaphore->value > 0 || __raddle_cancel_due());
    cancelled = in_time && __raddle_cancel_ends_wait(semaphore->value > 0);
    if (!in_time)
        __raddle_unordered();
    else if (!cancelled)
        TAKE(semaphore->value, semaphore->value - 1);
    __raddle_atomic_end();
    if (cancelled)
        __raddle_cancel_now();
    return in_time ? 0 : fail(ETIMEDOUT);
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline)
{
    return is_clock_of_waits(clock) ? sem_timedwait(semaphore, deadline) : fail(EINVAL);
}

/* Whoever finds it full is taken to come after those who filled it: a mark here would stand in
   every program that posts. */
int sem_post(sem_t *semaphore)
{
    int full;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "posts to a destroyed semaphore");
    full = semaphore->value == SEM_VALUE_MAX;
    if (full)
        (void)ACQUIRE(semaphore->value);
    else
        RELEASE(semaphore->value, semaphore->value + 1);
    __raddle_atomic_end();
    return full ? fail(EOVERFLOW) : 0;
}

int sem_getvalue(sem_t *semaphore, int *value)
{
    int now;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "reads a destroyed semaphore");
    now = (int)semaphore->value;
    __raddle_unordered();
    __raddle_atomic_end();
    *value = now;
    return 0;
}

/* ---- named semaphores belong to several processes ---- */

sem_t *sem_open(const char *name, int flags, ...)
{
    __raddle_unsupported("sem_open");
    return NULL;
}

int sem_close(sem_t *semaphore)
{
    __raddle_unsupported("sem_close");
    return 0;
}

int sem_unlink(const char *name)
{
    __raddle_unsupported("sem_unlink");
    return 0;
}
