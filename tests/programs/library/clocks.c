// A clock shows any time; nanoseconds stay below a second.
// expect: assert holds|unknown
// variant: -DBEFORE
// expect: assert violated
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec now;
    struct timeval day;
    assert(clock_gettime(CLOCK_REALTIME, &now) == 0);
    assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    assert(gettimeofday(&day, 0) == 0);
    assert(day.tv_usec >= 0 && day.tv_usec < 1000000);
#ifdef BEFORE
    assert(time(0) < 1000000);
#endif
    return 0;
}
