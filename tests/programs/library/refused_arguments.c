// No thread sleeps by an unknown clock or by its own, nor changes its signals in an unknown way; a set of signals is read.
// expect: assert holds
// expect: memory holds
// variant: -DKNOWN
// expect: assert violated
// variant: -DFREED
// expect: memory violated
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec moment = {0, 1};
    struct timeval now;
    struct timezone zone = {1, 1};
    sigset_t *set = malloc(sizeof *set);
    assert(clock_nanosleep(99, 0, &moment, 0) == EINVAL);
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &moment, 0) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, 0) == 0);
    sigemptyset(set);
    assert(pthread_sigmask(99, set, 0) == EINVAL);
    assert(pthread_sigmask(99, 0, 0) == 0);
    errno = 0;
    assert(sigprocmask(-1, set, 0) == -1 && errno == EINVAL);
    gettimeofday(&now, &zone);
    assert(zone.tz_minuteswest == 0 && zone.tz_dsttime == 0);
#ifdef KNOWN
    assert(pthread_sigmask(SIG_SETMASK, set, 0) == EINVAL);
#endif
    free(set);
#ifdef FREED
    pthread_sigmask(SIG_BLOCK, set, 0);
#endif
    return 0;
}
