/* Threads: create, join, detach, exit, cancel. */

#include "thread.h"

/* A record needs no lock: each function looks at it within one section. */

struct thread __raddle_main_thread;
_Thread_local struct thread *__raddle_this_thread = &__raddle_main_thread;
int __raddle_cancellation;
int __raddle_cancels;

/* Handlers that were pushed as functions; the last first. */
static _Thread_local struct _pthread_cleanup_buffer *cleanup_handlers;
/* Handlers that were pushed as a jump buffer (today's pthread_cleanup_push). */
static _Thread_local int cleanup_jumps;
static _Thread_local unsigned char cancel_state;
/* Has called pthread_exit or was cancelled: no cancellation acts any more, whatever its
   handlers and destructors do. One that returns from its start function has not. */
static _Thread_local unsigned char exiting;

/* ---- the life of a thread ---- */

/* Within a section. */
static void free_record(struct thread *thread)
{
    if (thread == &__raddle_main_thread)
        thread->detached = 1;
    else
        __raddle_free(thread);
}

static _Noreturn void finish(void *result)
{
    struct thread *thread = __raddle_this_thread;
    __raddle_run_destructors();
    __raddle_atomic_begin();
    if (thread->detached) {
        free_record(thread);
    } else {
        thread->value = result;
        RELEASE(thread->finished, 1);
    }
    __raddle_atomic_end();
    __raddle_thread_exit();
}

/* Where a thread of POSIX starts. */
void *__raddle_thread_start(void *record)
{
    struct thread *thread = record;
    void *(*start)(void *);
    void *argument;
    __raddle_this_thread = thread;
    __raddle_atomic_begin();
    start = thread->start;
    argument = thread->value;
    __raddle_atomic_end();
    finish(start(argument));
}

/* Where a thread of C11 starts: its result is an int. */
static void *start_of_c11_thread(void *record)
{
    struct thread *thread = record;
    int (*start)(void *);
    void *argument;
    __raddle_this_thread = thread;
    __raddle_atomic_begin();
    start = (int (*)(void *))thread->start;
    argument = thread->value;
    __raddle_atomic_end();
    finish((void *)(intptr_t)start(argument));
}

/* The identifier is stored before the new thread can run, as glibc does. */
static void create(pthread_t *id, int detached, void *(*wrapper)(void *), void *(*start)(void *),
                   void *argument)
{
    struct thread *thread;
    __raddle_atomic_begin();
    thread = __raddle_allocate_zeroed(sizeof(struct thread));
    thread->start = start;
    thread->value = argument;
    thread->detached = (unsigned char)detached;
    /* The user's memory: whoever reads it meanwhile races, but for the new thread. */
    USERS(*id) = (pthread_t)thread;
    thread->number = (int)__raddle_spawn(wrapper, thread);
    __raddle_atomic_end();
}

int pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    int state = attributes == NULL ? PTHREAD_CREATE_JOINABLE : attributes->detach_state;
    __raddle_check_memory(state == PTHREAD_CREATE_JOINABLE || state == PTHREAD_CREATE_DETACHED,
                          "starts a thread with attributes that are not initialised");
    create(id, state == PTHREAD_CREATE_DETACHED, __raddle_thread_start, start, argument);
    return 0;
}

int thrd_create(thrd_t *id, int (*start)(void *), void *argument)
{
    create(id, 0, start_of_c11_thread, (void *(*)(void *))start, argument);
    return thrd_success;
}

pthread_t pthread_self(void)
{
    return (pthread_t)__raddle_this_thread;
}

thrd_t thrd_current(void)
{
    return (thrd_t)__raddle_this_thread;
}

int pthread_equal(pthread_t one, pthread_t other)
{
    return one == other;
}

int thrd_equal(thrd_t one, thrd_t other)
{
    return one == other;
}

/* ---- join and detach ---- */

void __raddle_thread_must_exist(pthread_t id)
{
    __raddle_atomic_begin();
    __raddle_check_memory(__raddle_object_size((struct thread *)id) != 0,
                          "names a thread that does not exist, or no longer");
    __raddle_atomic_end();
}

static void check_joinable(struct thread *thread)
{
    __raddle_thread_must_exist((pthread_t)thread);
    __raddle_check_memory(!thread->detached, "joins a detached thread");
}

/* Whether somebody may end a wait of the running thread, now or later. */
static int can_be_cancelled(void)
{
    return __raddle_cancels && cancel_state == PTHREAD_CANCEL_ENABLE && !exiting;
}

int pthread_join(pthread_t id, void **result)
{
    struct thread *thread = (struct thread *)id;
    void *value = NULL;
    int cancelled;
    if (thread == __raddle_this_thread)
        return EDEADLK;
    __raddle_cancellation_point();
    __raddle_atomic_begin();
    check_joinable(thread);
    __raddle_await_holder(thread->finished || __raddle_cancel_due(),
                          can_be_cancelled() ? -1 : thread->number);
    cancelled = __raddle_cancel_ends_wait(thread->finished);
    if (ACQUIRE(thread->finished) && !cancelled) {
        if (result != NULL)
            value = thread->value;
        free_record(thread);
    }
    __raddle_atomic_end();
    if (cancelled)
        __raddle_cancel_now();
    if (result != NULL)
        *result = value;
    return 0;
}

int pthread_tryjoin_np(pthread_t id, void **result)
{
    struct thread *thread = (struct thread *)id;
    void *value = NULL;
    int joined = 0;
    __raddle_atomic_begin();
    check_joinable(thread);
    if (ACQUIRE(thread->finished)) {
        joined = 1;
        if (result != NULL)
            value = thread->value;
        free_record(thread);
    } else {
        __raddle_unordered();
    }
    __raddle_atomic_end();
    if (!joined)
        return EBUSY;
    if (result != NULL)
        *result = value;
    return 0;
}

int pthread_timedjoin_np(pthread_t id, void **result, const struct timespec *deadline)
{
    struct thread *thread = (struct thread *)id;
    void *value = NULL;
    int joined = 0, cancelled;
    if (thread == __raddle_this_thread)
        return EDEADLK;
    if (deadline != NULL && !is_valid_time(deadline))
        return EINVAL;
    if (deadline == NULL)
        return pthread_join(id, result);
    __raddle_cancellation_point();
    __raddle_atomic_begin();
    check_joinable(thread);
    __raddle_await_timed(thread->finished || __raddle_cancel_due());
    cancelled = __raddle_cancel_ends_wait(thread->finished);
    if (ACQUIRE(thread->finished) && !cancelled) {
        joined = 1;
        if (result != NULL)
            value = thread->value;
        free_record(thread);
    } else {
        __raddle_unordered();
    }
    __raddle_atomic_end();
    if (cancelled)
        __raddle_cancel_now();
    if (!joined)
        return ETIMEDOUT;
    if (result != NULL)
        *result = value;
    return 0;
}

int pthread_clockjoin_np(pthread_t id, void **result, clockid_t clock,
                         const struct timespec *deadline)
{
    return is_clock_of_waits(clock) ? pthread_timedjoin_np(id, result, deadline) : EINVAL;
}

int thrd_join(thrd_t id, int *result)
{
    void *value;
    if (pthread_join(id, &value) != 0)
        return thrd_error;
    if (result != NULL)
        *result = (int)(intptr_t)value;
    return thrd_success;
}

/* Whoever finds it detached is taken to come after who did that; POSIX leaves it undefined. */
int pthread_detach(pthread_t id)
{
    struct thread *thread = (struct thread *)id;
    int result = 0;
    __raddle_atomic_begin();
    __raddle_thread_must_exist(id);
    if (ACQUIRE(thread->detached))
        result = EINVAL;
    else if (thread->finished)
        free_record(thread);
    else
        RELEASE(thread->detached, 1);
    __raddle_atomic_end();
    return result;
}

int thrd_detach(thrd_t id)
{
    return pthread_detach(id) == 0 ? thrd_success : thrd_error;
}

/* ---- exit ---- */

/* The process ends with its last thread, and runs these then. */
static void refuse_exit_handlers(void)
{
    int handlers;
    __raddle_atomic_begin();
    handlers = __raddle_exit_handlers;
    __raddle_atomic_end();
    if (handlers != 0)
        __raddle_unsupported("atexit handlers together with pthread_exit in main");
}

/* First the cleanup handlers, the last pushed first; then the destructors of
   thread-specific values. */
static _Noreturn void leave(void *result)
{
    if (cleanup_jumps != 0)
        __raddle_unsupported("pthread_exit or cancellation between pthread_cleanup_push and pop");
    if (__raddle_this_thread == &__raddle_main_thread)
        refuse_exit_handlers();
    exiting = 1;
    while (cleanup_handlers != NULL) {
        struct _pthread_cleanup_buffer *handler = cleanup_handlers;
        cleanup_handlers = handler->previous;
        handler->routine(handler->argument);
    }
    finish(result);
}

_Noreturn void pthread_exit(void *result)
{
    leave(result);
}

_Noreturn void thrd_exit(int result)
{
    leave((void *)(intptr_t)result);
}

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *handler, void (*routine)(void *),
                           void *argument)
{
    handler->routine = routine;
    handler->argument = argument;
    handler->previous = cleanup_handlers;
    cleanup_handlers = handler;
}

void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *handler, int execute)
{
    cleanup_handlers = handler->previous;
    if (execute)
        handler->routine(handler->argument);
}

/* With glibc's headers `pthread_cleanup_push` saves the place with
   `__sigsetjmp` and registers that; its handler runs there after a jump back.
   The jump is not modelled, so leaving from in between is unsupported; leaving
   through `pthread_cleanup_pop` needs no jump. */
void __pthread_register_cancel(void *buffer)
{
    cleanup_jumps++;
}

void __pthread_unregister_cancel(void *buffer)
{
    cleanup_jumps--;
}

void __pthread_register_cancel_defer(void *buffer)
{
    cleanup_jumps++;
}

void __pthread_unregister_cancel_restore(void *buffer)
{
    cleanup_jumps--;
}

_Noreturn void __pthread_unwind_next(void *buffer)
{
    __raddle_unsupported("__pthread_unwind_next");
    __raddle_undefined();
}

/* ---- cancel ---- */

int pthread_cancel(pthread_t id)
{
    struct thread *thread = (struct thread *)id;
    __raddle_atomic_begin();
    __raddle_thread_must_exist(id);
    __raddle_cancellation = 1;
    if (!thread->finished)
        RELEASE(thread->cancelled, 1);
    __raddle_atomic_end();
    return 0;
}

int __raddle_cancel_due(void)
{
    return __raddle_cancellation && cancel_state == PTHREAD_CANCEL_ENABLE && !exiting &&
           ACQUIRE(__raddle_this_thread->cancelled);
}

int __raddle_cancel_ends_wait(int has_come)
{
    return __raddle_cancel_due() && (!has_come || __raddle_nondet_bool());
}

_Noreturn void __raddle_cancel_now(void)
{
    leave(PTHREAD_CANCELED);
}

void __raddle_cancellation_point(void)
{
    int due;
    if (!__raddle_cancellation)
        return;
    __raddle_atomic_begin();
    due = __raddle_cancel_due();
    __raddle_atomic_end();
    if (due)
        __raddle_cancel_now();
}

/* Signal 0 only asks whether the thread is there. */
int pthread_kill(pthread_t id, int number)
{
    if (number != 0)
        __raddle_unsupported("pthread_kill");
    __raddle_thread_must_exist(id);
    return 0;
}

void pthread_testcancel(void)
{
    __raddle_cancellation_point();
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old != NULL)
        *old = cancel_state;
    cancel_state = (unsigned char)state;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        __raddle_unsupported("asynchronous cancellation");
    else if (type != PTHREAD_CANCEL_DEFERRED)
        return EINVAL;
    if (old != NULL)
        *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}
