/* Condition variables.

   POSIX: a signal unblocks at least one of the threads that are blocked *then*.
   A count of wake-ups would be too weak, since a thread that begins to wait later
   could take one that was meant for another. So the object holds the set of
   waiting threads: a wait puts its thread's bit in, a signal takes one bit of
   its choice out, and a waiter goes on when its own bit is gone. That is exact,
   and all it remembers is who waits.

   A wait is three steps: release the mutex and begin to wait, at once; notice
   the wake-up; take the mutex again. The last two must be apart, since a time-out
   and a later signal may both happen while another thread has the mutex.

   Only the mutex orders threads: who is woken might as well have woken up by itself. */

#include "thread.h"

int pthread_mutex_lock(pthread_mutex_t *mutex);

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    __raddle_atomic_begin();
    condition->waiting = 0;
    condition->inside = 0;
    condition->destroyed = 0;
    __raddle_atomic_end();
    return 0;
}

/* Allowed as soon as no thread is blocked, even if woken ones have not noticed
   yet: it waits for those. */
int pthread_cond_destroy(pthread_cond_t *condition)
{
    __raddle_atomic_begin();
    __raddle_check_deadlock(!condition->destroyed, "destroys a condition variable twice");
    __raddle_check_deadlock(condition->waiting == 0,
                            "destroys a condition variable that threads wait for");
    __raddle_await(condition->inside == 0);
    condition->destroyed = 1;
    __raddle_atomic_end();
    return 0;
}

/* Within a section, by the owner, or by whoever takes itself for it. POSIX warns that this "may not actually
   release" a recursive mutex that is locked several times. */
static void release(pthread_mutex_t *mutex)
{
    if (mutex->depth > 0)
        mutex->depth--;
    else
        RELEASE(mutex->owner, 0);
}

static int begin_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    int me = owner_mark();
    thread_set bit = own_bit();
    int result = 0;
    __raddle_atomic_begin();
    __raddle_check_deadlock(!condition->destroyed, "waits for a destroyed condition variable");
    if (mutex->owner != me && mutex->kind == PTHREAD_MUTEX_ERRORCHECK) {
        result = EPERM;
    } else {
        __raddle_check_deadlock(mutex->owner == me,
                                "waits for a condition variable with a mutex that it does not own");
        release(mutex);
        condition->waiting |= bit;
        condition->inside++;
    }
    __raddle_atomic_end();
    return result;
}

/* Within a section. Whoever was cancelled has not used up a signal; whoever got
   one returns first, and is cancelled at its next opportunity. */
static int end_wait(pthread_cond_t *condition, thread_set bit)
{
    int cancelled = (condition->waiting & bit) != 0 && __raddle_cancel_due();
    condition->waiting &= ~bit;
    condition->inside--;
    return cancelled;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    thread_set bit = own_bit();
    int cancelled;
    int result = begin_wait(condition, mutex);
    if (result != 0)
        return result;
    __raddle_atomic_begin();
    __raddle_await_spurious((condition->waiting & bit) == 0 || __raddle_cancel_due());
    cancelled = end_wait(condition, bit);
    __raddle_atomic_end();
    pthread_mutex_lock(mutex);
    if (cancelled)
        __raddle_cancel_now();
    return 0;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *deadline)
{
    thread_set bit = own_bit();
    int cancelled, ended, result;
    if (!is_valid_time(deadline))
        return EINVAL;
    result = begin_wait(condition, mutex);
    if (result != 0)
        return result;
    __raddle_atomic_begin();
    ended = __raddle_await_timed((condition->waiting & bit) == 0 || __raddle_cancel_due());
    cancelled = end_wait(condition, bit);
    __raddle_atomic_end();
    /* If it ended by itself, that was a time-out or a spurious wake-up. */
    if (!ended && __raddle_nondet_bool())
        result = ETIMEDOUT;
    pthread_mutex_lock(mutex);
    if (cancelled)
        __raddle_cancel_now();
    return result;
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *deadline)
{
    return is_clock_of_waits(clock) ? pthread_cond_timedwait(condition, mutex, deadline) : EINVAL;
}

/* Any one member; none of none. */
static thread_set one_of(thread_set set)
{
    thread_set chosen = set & -set;
    set &= ~chosen;
    while (set != 0 && __raddle_nondet_bool()) {
        chosen = set & -set;
        set &= ~chosen;
    }
    return chosen;
}

/* "At least one": more than one are spurious wake-ups. */
int pthread_cond_signal(pthread_cond_t *condition)
{
    __raddle_atomic_begin();
    __raddle_check_deadlock(!condition->destroyed, "signals a destroyed condition variable");
    if (condition->waiting != 0)
        condition->waiting &= ~one_of(condition->waiting);
    __raddle_atomic_end();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    __raddle_atomic_begin();
    __raddle_check_deadlock(!condition->destroyed, "broadcasts to a destroyed condition variable");
    condition->waiting = 0;
    __raddle_atomic_end();
    return 0;
}

/* ---- attributes: without effect, since time has none ---- */

int pthread_condattr_init(pthread_condattr_t *attributes)
{
    attributes->process_shared = 0;
    attributes->clock = 0;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes)
{
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock)
{
    if (clock != 0 && clock != 1)
        return EINVAL;
    attributes->clock = (unsigned char)clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock)
{
    *clock = attributes->clock;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared)
{
    if (shared != 0 && shared != 1)
        return EINVAL;
    attributes->process_shared = (unsigned char)shared;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *shared)
{
    *shared = attributes->process_shared;
    return 0;
}
