// Values, time-outs and errors of semaphores.
// expect: assert holds
// expect: deadlock holds
// variant: -DDESTROYED
// expect: deadlock violated
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
    struct timespec deadline = {1, 0}, invalid = {1, -1};
    sem_t semaphore;
    int value;
    assert(sem_init(&semaphore, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&semaphore, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
    assert(sem_init(&semaphore, 0, 2) == 0);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 2);
    assert(sem_wait(&semaphore) == 0);
    assert(sem_timedwait(&semaphore, &deadline) == 0);
    errno = 0;
    assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&semaphore, &deadline) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&semaphore, &invalid) == -1 && errno == EINVAL);
    assert(sem_post(&semaphore) == 0);
    assert(sem_trywait(&semaphore) == 0);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 0);
    assert(sem_destroy(&semaphore) == 0);
#ifdef DESTROYED
    sem_post(&semaphore);
#endif
    return 0;
}
