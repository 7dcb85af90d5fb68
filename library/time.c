/* Time: every schedule is looked at, so sleeping has no effect beyond being a
   cancellation point, and a clock shows any time between 1970 and 2033. Two
   readings are unrelated: that time goes forwards is not promised. */

#include "thread.h"

/* A copy at each use, so that what one caller does with its value does not matter
   to the others. */
#define COPIED static inline __attribute__((always_inline))

COPIED time_t any_second(void)
{
    long seconds = __raddle_nondet_long();
    __raddle_assume(seconds >= 0 && seconds <= 2000000000);
    return seconds;
}

COPIED long any_nanosecond(void)
{
    long nanoseconds = __raddle_nondet_long();
    __raddle_assume(nanoseconds >= 0 && nanoseconds < 1000000000);
    return nanoseconds;
}

COPIED long any_microsecond(void)
{
    long microseconds = __raddle_nondet_long();
    __raddle_assume(microseconds >= 0 && microseconds < 1000000);
    return microseconds;
}

unsigned sleep(unsigned seconds)
{
    __raddle_cancellation_point();
    return 0;
}

int usleep(useconds_t microseconds)
{
    __raddle_cancellation_point();
    return 0;
}

static int is_valid_duration(const struct timespec *duration)
{
    return duration->tv_sec >= 0 && has_valid_nanoseconds(duration);
}

/* Nothing interrupts it, so nothing is ever left over. */
int nanosleep(const struct timespec *duration, struct timespec *left)
{
    __raddle_cancellation_point();
    if (is_valid_duration(duration))
        return 0;
    errno = EINVAL;
    return -1;
}

/* Linux numbers its clocks from 0 to 11; below are those of single threads and processes. */
enum { CLOCK_OF_THIS_THREAD = 3, LAST_CLOCK = 11 };

/* By the time that it computes itself no thread can sleep. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                    struct timespec *left)
{
    __raddle_cancellation_point();
    if (clock == CLOCK_OF_THIS_THREAD || clock > LAST_CLOCK)
        return EINVAL;
    return is_valid_duration(duration) ? 0 : EINVAL;
}

int thrd_sleep(const struct timespec *duration, struct timespec *left)
{
    __raddle_cancellation_point();
    return is_valid_duration(duration) ? 0 : -2;
}

time_t time(time_t *result)
{
    if (result == NULL)
        return any_second();
    *result = any_second();
    return *result;
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

clock_t clock(void)
{
    return any_second();
}

static int refuses_clock(clockid_t clock)
{
    if (clock <= LAST_CLOCK)
        return 0;
    errno = EINVAL;
    return 1;
}

/* Not a call of clock_gettime: ISO C leaves that name to the program. */
COPIED void store_any_time(struct timespec *now)
{
    now->tv_sec = any_second();
    now->tv_nsec = any_nanosecond();
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (refuses_clock(clock))
        return -1;
    store_any_time(now);
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *resolution)
{
    if (refuses_clock(clock))
        return -1;
    if (resolution != NULL) {
        resolution->tv_sec = 0;
        resolution->tv_nsec = 1;
    }
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    if (base != 1)
        return 0;
    store_any_time(now);
    return base;
}

/* The zone is no longer told: both of its numbers are 0. */
int gettimeofday(struct timeval *now, void *zone)
{
    int *numbers = zone;
    now->tv_sec = any_second();
    now->tv_usec = any_microsecond();
    if (numbers != NULL)
        numbers[0] = numbers[1] = 0;
    return 0;
}
