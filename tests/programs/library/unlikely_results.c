// What rarely happens is allowed for: the input ends, a name is too long, a clock is unknown.
// expect: assert holds
// variant: -DEND
// expect: assert violated
// variant: -DPERCENT
// expect: assert violated
// variant: -DPROCESS
// expect: assert violated
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int pthread_mutex_clocklock(pthread_mutex_t *, clockid_t, const struct timespec *);
int pthread_cond_clockwait(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *, clockid_t, const struct timespec *);
int sem_clockwait(sem_t *, clockid_t, const struct timespec *);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static struct timespec deadline;

int main(void) {
#ifdef END
    assert(scanf("x") == 0);
#elif defined PERCENT
    assert(scanf(" %%") == 0);
#elif defined PROCESS
    assert(getpid() != 4242);
#else
    assert(scanf(" ") == 0);
    assert(pthread_setname_np(pthread_self(), "fifteen letters") == 0);
    assert(pthread_setname_np(pthread_self(), "sixteen letters!") == ERANGE);
    assert(pthread_mutex_clocklock(&mutex, 77, &deadline) == EINVAL);
    assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &deadline) == 0);
    assert(pthread_cond_clockwait(&condition, &mutex, 77, &deadline) == EINVAL);
    assert(pthread_rwlock_clockrdlock(&lock, 77, &deadline) == EINVAL);
    assert(clock_gettime(77, &deadline) == -1 && errno == EINVAL);
    errno = 0;
    assert(sem_clockwait(&semaphore, 77, &deadline) == -1 && errno == EINVAL);
    assert(getpid() > 0 && getpid() == getpid() && getppid() > 0);
#endif
    return 0;
}
