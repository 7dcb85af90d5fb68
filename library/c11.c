/* C11's <threads.h>: mutexes and condition variables (threads are in thread.c,
   keys in key.c, call_once in once.c). Over POSIX, as glibc does it. */

#include "thread.h"

int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);

static int c11_result(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

int mtx_init(mtx_t *mutex, int type)
{
    pthread_mutexattr_t attributes;
    if ((type & ~(mtx_recursive | mtx_timed)) != 0)
        return thrd_error;
    attributes.kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    return c11_result(pthread_mutex_init(mutex, &attributes));
}

void mtx_destroy(mtx_t *mutex)
{
    pthread_mutex_destroy(mutex);
}

int mtx_lock(mtx_t *mutex)
{
    return c11_result(pthread_mutex_lock(mutex));
}

int mtx_trylock(mtx_t *mutex)
{
    return c11_result(pthread_mutex_trylock(mutex));
}

int mtx_timedlock(mtx_t *mutex, const struct timespec *deadline)
{
    return c11_result(pthread_mutex_timedlock(mutex, deadline));
}

int mtx_unlock(mtx_t *mutex)
{
    return c11_result(pthread_mutex_unlock(mutex));
}

int cnd_init(cnd_t *condition)
{
    return c11_result(pthread_cond_init(condition, NULL));
}

void cnd_destroy(cnd_t *condition)
{
    pthread_cond_destroy(condition);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return c11_result(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *deadline)
{
    return c11_result(pthread_cond_timedwait(condition, mutex, deadline));
}

int cnd_signal(cnd_t *condition)
{
    return c11_result(pthread_cond_signal(condition));
}

int cnd_broadcast(cnd_t *condition)
{
    return c11_result(pthread_cond_broadcast(condition));
}
