/* Attributes of threads, and functions about scheduling. Only the detach state
   has an effect: every schedule is looked at, whatever the priorities. */

#include "thread.h"
#include "read.h"

size_t strlen(const char *string);

int pthread_attr_init(pthread_attr_t *attributes)
{
    attributes->detach_state = PTHREAD_CREATE_JOINABLE;
    attributes->inherit_scheduling = 0;
    attributes->scope = 0;
    attributes->policy = 0;
    attributes->parameters.sched_priority = 0;
    attributes->guard_size = 4096;
    attributes->stack = NULL;
    attributes->stack_size = 8 << 20;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes)
{
    /* Using it now would be undefined; no value of this field is valid. */
    attributes->detach_state = -1;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    attributes->detach_state = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state)
{
    *state = attributes->detach_state;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    if (size < 16384)
        return EINVAL;
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size)
{
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size)
{
    if (size < 16384)
        return EINVAL;
    attributes->stack = stack;
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *size)
{
    *stack = attributes->stack;
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size)
{
    attributes->guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *size)
{
    *size = attributes->guard_size;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attributes, int scope)
{
    if (scope != 0)
        return scope == 1 ? ENOTSUP : EINVAL;
    attributes->scope = scope;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope)
{
    *scope = attributes->scope;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit)
{
    if (inherit != 0 && inherit != 1)
        return EINVAL;
    attributes->inherit_scheduling = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *inherit)
{
    *inherit = attributes->inherit_scheduling;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy)
{
    if (policy < 0 || policy > 2)
        return EINVAL;
    attributes->policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *policy)
{
    *policy = attributes->policy;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameters)
{
    attributes->parameters.sched_priority = parameters->sched_priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameters)
{
    parameters->sched_priority = attributes->parameters.sched_priority;
    return 0;
}

/* ---- scheduling and the like ---- */

int sched_yield(void)
{
    return 0;
}

int pthread_yield(void)
{
    return 0;
}

void thrd_yield(void)
{
}

int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *parameters)
{
    __raddle_thread_must_exist(id);
    __raddle_read_bytes(parameters, sizeof *parameters);
    return policy < 0 || policy > 2 ? EINVAL : 0;
}

int pthread_setschedprio(pthread_t id, int priority)
{
    __raddle_thread_must_exist(id);
    return 0;
}

int pthread_setname_np(pthread_t id, const char *name)
{
    __raddle_thread_must_exist(id);
    return strlen(name) > 15 ? ERANGE : 0;
}

int pthread_setaffinity_np(pthread_t id, size_t size, const void *processors)
{
    __raddle_thread_must_exist(id);
    __raddle_read_bytes(processors, size);
    return 0;
}

int sched_setaffinity(int process, size_t size, const void *processors)
{
    __raddle_read_bytes(processors, size);
    return 0;
}

/* Forking is not modelled, so handlers for it never run. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    return 0;
}

int pthread_getcpuclockid(pthread_t id, clockid_t *clock)
{
    __raddle_thread_must_exist(id);
    *clock = 3;
    return 0;
}
