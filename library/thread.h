/* What the parts of the library know about threads. */

#ifndef RADDLE_THREAD_H
#define RADDLE_THREAD_H

#include "raddle.h"

/* One for each thread. It lives until the thread has been joined, or, if it is
   detached, until the thread ends. */
struct thread {
    void *(*start)(void *);
    /* The argument at first; the result once it has finished. */
    void *value;
    int number;
    unsigned char finished;
    unsigned char detached;
    /* Somebody called pthread_cancel for it. */
    unsigned char cancelled;
};

/* The record of the running thread. */
extern _Thread_local struct thread *__raddle_this_thread;
extern struct thread __raddle_main_thread;

/* 0 as long as nobody calls pthread_cancel. In a program that never does, this
   is a constant, and cancellation points cost nothing. */
extern int __raddle_cancellation;
/* Whether the program can call pthread_cancel at all: linking sets it to 1 if so. */
extern int __raddle_cancels;

/* Whether the running thread has been cancelled and may be. Only reads; meant
   for the condition of an await, or behind `__raddle_cancellation_point`. */
int __raddle_cancel_due(void);
/* Whether a wait ends by cancellation. If what was waited for has come too, both are right. */
int __raddle_cancel_ends_wait(int has_come);
/* Ends the running thread as cancelled. */
_Noreturn void __raddle_cancel_now(void);
/* For functions that do not wait: ends the thread if it is cancelled. */
void __raddle_cancellation_point(void);

/* A function that runs if the thread ends before it is popped. */
struct _pthread_cleanup_buffer {
    void (*routine)(void *);
    void *argument;
    int cancel_type;
    struct _pthread_cleanup_buffer *previous;
};

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *handler, void (*routine)(void *),
                           void *argument);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *handler, int execute);

/* POSIX leaves it undefined to name a thread whose life is over: it was joined,
   or it was detached and has ended. */
void __raddle_thread_must_exist(pthread_t id);

/* Runs the destructors of the thread's own values (keys). */
void __raddle_run_destructors(void);

/* How many functions `atexit` has registered. */
extern int __raddle_exit_handlers;

/* In objects that name a thread, 0 means none. */
static inline int owner_mark(void)
{
    return (int)__raddle_self() + 1;
}

/* Why something could not be had, which tells of others without an order. */
static inline int not_had(int error)
{
    __raddle_unordered();
    return error;
}

/* The running thread's bit in a `thread_set`. */
static inline thread_set own_bit(void)
{
    unsigned number = __raddle_self();
    if (number >= THREAD_SET_LIMIT)
        __raddle_unsupported("thread numbers above 63 at a condition variable or barrier");
    return (thread_set)1 << number;
}

/* The clocks that a wait can be told to go by: CLOCK_REALTIME and CLOCK_MONOTONIC. */
static inline int is_clock_of_waits(clockid_t clock)
{
    return clock == 0 || clock == 1;
}

/* The user's memory, also where this is part of a section. */
static inline int has_valid_nanoseconds(const struct timespec *time)
{
    long nanoseconds = USERS(time->tv_nsec);
    return nanoseconds >= 0 && nanoseconds < 1000000000;
}

/* The seconds do not matter, but whoever changes them meanwhile races. Both are read in
   one step, since nobody who is no racer can tell. */
static inline int is_valid_time(const struct timespec *time)
{
    int valid;
    __raddle_atomic_begin();
    (void)USERS(time->tv_sec);
    valid = has_valid_nanoseconds(time);
    __raddle_atomic_end();
    return valid;
}

#endif
