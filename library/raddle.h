/* The primitives that the library is written in. The front-end turns each call
   into one instruction; none of them has a body anywhere. */

#ifndef RADDLE_H
#define RADDLE_H

#include "types.h"

/* ---- threads ---- */

/* Starts a thread that calls `function(argument)`; its number. */
unsigned __raddle_spawn(void *(*function)(void *), void *argument);
/* The number of the running thread; main's is 0. */
unsigned __raddle_self(void);
_Noreturn void __raddle_thread_exit(void);

/* ---- sections and waiting ---- */

/* Between begin and end no other thread runs. A section that meets a false
   await does not happen at all: the thread waits in front of it, and the section
   is tried afresh later. So nothing may be written before an await. */
void __raddle_atomic_begin(void);
void __raddle_atomic_end(void);

/* What orders threads for data races (happens-before) is said beside each primitive, in
   sections, by C11's orders: a write of a field that releases, and a read of it that acquires.
   Fields of the library's own are written in one chain, so that who acquires is ordered after all
   who released through the field before. Every other access of a section orders nothing. What is
   the user's memory says so, because accesses of it can race: relaxed where the user's object is atomic
   (it races with plain accesses only), USERS where it is not. */
#define ACQUIRE(field) __atomic_load_n(&(field), __ATOMIC_ACQUIRE)
#define RELEASE(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELEASE)
#define RELAXED(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)
#define USERS(object) (*(volatile __typeof__(object) *)&(object))
/* Takes what was acquired, in place of a plain write. */
#define TAKE(field, value) ((void)__atomic_exchange_n(&(field), (value), __ATOMIC_ACQUIRE))
/* The thread has learned here what another one did, and is not ordered after it: a lock
   could not be had. Programs that get here have races that are no two next steps. */
void __raddle_unordered(void);

/* The result is 1 if the condition was true, 0 if the wait ended by itself. */
int __raddle_await(int condition);
/* `holder` is the number of the thread that must act first, -1 if unknown. */
int __raddle_await_holder(int condition, int holder);
/* May end by itself, but a deadlock is one all the same. */
int __raddle_await_spurious(int condition);
/* May end by itself: a time-out. */
int __raddle_await_timed(int condition);

/* ---- the end of everything ---- */

_Noreturn void __raddle_exit(void);
_Noreturn void __raddle_abort(void);
_Noreturn void __raddle_undefined(void);

/* ---- checks; the message must be a literal ---- */

void __raddle_assume(int condition);
void __raddle_check_assert(int ok, const char *message);
void __raddle_check_reach(int ok, const char *message);
void __raddle_check_deadlock(int ok, const char *message);
void __raddle_check_memory(int ok, const char *message);
void __raddle_check_leak(int ok, const char *message);
void __raddle_check_overflow(int ok, const char *message);
void __raddle_check_division(int ok, const char *message);
void __raddle_check_shift(int ok, const char *message);
/* Reached means that the answer is unknown. */
void __raddle_unsupported(const char *what);

/* ---- memory ---- */

void *__raddle_allocate(size_t size);
void *__raddle_allocate_zeroed(size_t size);
void __raddle_free(void *pointer);
/* The size of the live object that the pointer points into; 0 if there is none. */
size_t __raddle_object_size(const void *pointer);
/* Moves one element, even if it was never written. At most one side of it may
   be memory that other threads see. */
void __raddle_copy1(void *to, const void *from);
void __raddle_copy2(void *to, const void *from);
void __raddle_copy4(void *to, const void *from);
void __raddle_copy8(void *to, const void *from);

/* ---- any value ---- */

_Bool __raddle_nondet_bool(void);
char __raddle_nondet_char(void);
unsigned char __raddle_nondet_uchar(void);
short __raddle_nondet_short(void);
unsigned short __raddle_nondet_ushort(void);
int __raddle_nondet_int(void);
unsigned __raddle_nondet_uint(void);
long __raddle_nondet_long(void);
unsigned long __raddle_nondet_ulong(void);
long long __raddle_nondet_longlong(void);
unsigned long long __raddle_nondet_ulonglong(void);
size_t __raddle_nondet_size_t(void);
void *__raddle_nondet_pointer(void);
float __raddle_nondet_float(void);
double __raddle_nondet_double(void);

/* ---- what the world sees ---- */

void __raddle_output(unsigned long long value);

#endif
