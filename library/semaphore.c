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
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "waits for a destroyed semaphore");
    __raddle_await(semaphore->value > 0 || __raddle_cancel_due());
    cancelled = __raddle_cancel_due();
    if (!cancelled)
        semaphore->value--;
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
        semaphore->value--;
        taken = 1;
    }
    __raddle_atomic_end();
    return taken ? 0 : fail(EAGAIN);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *deadline)
{
    int cancelled, error = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "waits for a destroyed semaphore");
    if (semaphore->value == 0 && !is_valid_time(deadline))
        error = EINVAL;
    else if (!__raddle_await_timed(semaphore->value > 0 || __raddle_cancel_due()))
        error = ETIMEDOUT;
    cancelled = error == 0 && __raddle_cancel_due();
    if (error == 0 && !cancelled)
        semaphore->value--;
    __raddle_atomic_end();
    if (cancelled)
        __raddle_cancel_now();
    return error == 0 ? 0 : fail(error);
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline)
{
    return sem_timedwait(semaphore, deadline);
}

int sem_post(sem_t *semaphore)
{
    int full;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "posts to a destroyed semaphore");
    full = semaphore->value == SEM_VALUE_MAX;
    if (!full)
        semaphore->value++;
    __raddle_atomic_end();
    return full ? fail(EOVERFLOW) : 0;
}

int sem_getvalue(sem_t *semaphore, int *value)
{
    int now;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!semaphore->destroyed, "reads a destroyed semaphore");
    now = (int)semaphore->value;
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
