/* Barriers. As with condition variables, the object holds the set of waiting
   threads, so that a slow thread of one round is not mistaken for one of the next.

   One thread of a round, "unspecified" which, gets another result than the rest.
   Here it is the last to arrive. Nothing is lost by that: until the round is
   full, nobody sees who has arrived, so whatever else happens, any of the round's
   threads could have been the last. */

#include "thread.h"

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                         unsigned count)
{
    if (count == 0)
        return EINVAL;
    __raddle_atomic_begin();
    barrier->waiting = 0;
    barrier->needed = count;
    barrier->inside = 0;
    __raddle_atomic_end();
    return 0;
}

/* Allowed once all threads of a round have been let go: it waits for those that
   have not noticed yet. */
int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    __raddle_atomic_begin();
    __raddle_check_deadlock(barrier->needed != 0, "destroys a barrier that is not initialised");
    __raddle_check_deadlock(barrier->waiting == 0, "destroys a barrier that threads wait at");
    __raddle_await(barrier->inside == 0);
    barrier->needed = 0;
    __raddle_atomic_end();
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    thread_set bit = own_bit();
    int last;
    __raddle_atomic_begin();
    __raddle_check_deadlock(barrier->needed != 0, "waits at a barrier that is not initialised");
    last = (unsigned)__builtin_popcountll(barrier->waiting) + 1 == barrier->needed;
    if (last) {
        (void)ACQUIRE(barrier->waiting);
        RELEASE(barrier->waiting, 0);
    } else {
        RELEASE(barrier->waiting, barrier->waiting | bit);
        barrier->inside++;
    }
    __raddle_atomic_end();
    if (last)
        return PTHREAD_BARRIER_SERIAL_THREAD;

    __raddle_atomic_begin();
    __raddle_await((ACQUIRE(barrier->waiting) & bit) == 0);
    barrier->inside--;
    __raddle_atomic_end();
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes)
{
    attributes->process_shared = 0;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes)
{
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared)
{
    if (shared != 0 && shared != 1)
        return EINVAL;
    attributes->process_shared = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *shared)
{
    *shared = attributes->process_shared;
    return 0;
}
