/* The types of the C and POSIX library, with the sizes of glibc's on x86-64 and
   i386. No system header is read: the same text serves both data models.

   What is inside an object is ours, with one exception: a static initialiser
   is plain memory, so mutexes and read-write locks keep their kind where glibc keeps
   it, and an object full of zeros is ready for use. Equal situations give equal bytes, since a
   search stores every byte: no counter only ever grows. */

#ifndef RADDLE_TYPES_H
#define RADDLE_TYPES_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#ifdef __LP64__
typedef long ssize_t;
#else
typedef int ssize_t;
#endif

#define NULL ((void *)0)

#define SIZE_ON(lp64, ilp32) (sizeof(void *) == 8 ? (lp64) : (ilp32))

/* ---- errors ---- */

enum {
    EPERM = 1,
    ESRCH = 3,
    EINTR = 4,
    EAGAIN = 11,
    ENOMEM = 12,
    EBUSY = 16,
    EINVAL = 22,
    ERANGE = 34,
    EDEADLK = 35,
    ENOSYS = 38,
    EOVERFLOW = 75,
    ENOTSUP = 95,
    ETIMEDOUT = 110
};

int *__errno_location(void);
#define errno (*__errno_location())

/* ---- time ---- */

typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef unsigned useconds_t;

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

/* ---- threads ---- */

/* The address of the thread's record. */
typedef unsigned long pthread_t;

enum { PTHREAD_CREATE_JOINABLE = 0, PTHREAD_CREATE_DETACHED = 1 };
enum { PTHREAD_CANCEL_ENABLE = 0, PTHREAD_CANCEL_DISABLE = 1 };
enum { PTHREAD_CANCEL_DEFERRED = 0, PTHREAD_CANCEL_ASYNCHRONOUS = 1 };
#define PTHREAD_CANCELED ((void *)-1)

struct sched_param {
    int sched_priority;
};

typedef union {
    struct {
        int detach_state;
        int inherit_scheduling;
        int scope;
        int policy;
        struct sched_param parameters;
        size_t guard_size;
        void *stack;
        size_t stack_size;
    };
    char size[SIZE_ON(56, 36)];
} pthread_attr_t;

_Static_assert(sizeof(pthread_attr_t) == SIZE_ON(56, 36), "pthread_attr_t");

/* Sets of threads, by number: bit n stands for thread n. */
typedef unsigned long long thread_set;
#define THREAD_SET_LIMIT 64

/* ---- mutexes ---- */

enum {
    PTHREAD_MUTEX_NORMAL = 0,
    PTHREAD_MUTEX_RECURSIVE = 1,
    PTHREAD_MUTEX_ERRORCHECK = 2,
    PTHREAD_MUTEX_ADAPTIVE_NP = 3
};

typedef union {
    struct {
        int unused_lock;
        /* Of a recursive mutex: how often it is locked beyond the first time. */
        unsigned depth;
        /* 0: free; otherwise the owner's number + 1. */
        int owner;
#ifdef __LP64__
        int unused_users;
#endif
        /* One of the kinds above, or MUTEX_DESTROYED. */
        int kind;
    };
    char size[SIZE_ON(40, 24)];
    long alignment;
} pthread_mutex_t;

enum { MUTEX_DESTROYED = -1 };

_Static_assert(sizeof(pthread_mutex_t) == SIZE_ON(40, 24), "pthread_mutex_t");
_Static_assert(__builtin_offsetof(pthread_mutex_t, kind) == SIZE_ON(16, 12), "kind");

/* The fields of an attribute object share one int. */
typedef union {
    struct {
        unsigned char kind;
        unsigned char process_shared;
        unsigned char protocol;
        unsigned char priority_ceiling;
    };
    int alignment;
} pthread_mutexattr_t;

_Static_assert(sizeof(pthread_mutexattr_t) == 4, "pthread_mutexattr_t");

/* ---- condition variables ---- */

typedef union {
    struct {
        /* The threads that wait and have not been woken. */
        thread_set waiting;
        /* How many threads wait, or were woken and have not yet noticed. */
        int inside;
        int destroyed;
    };
    char size[48];
} pthread_cond_t;

_Static_assert(sizeof(pthread_cond_t) == 48, "pthread_cond_t");

typedef union {
    struct {
        unsigned char process_shared;
        unsigned char clock;
    };
    int alignment;
} pthread_condattr_t;

_Static_assert(sizeof(pthread_condattr_t) == 4, "pthread_condattr_t");

/* ---- read-write locks ---- */

enum {
    PTHREAD_RWLOCK_PREFER_READER_NP = 0,
    PTHREAD_RWLOCK_PREFER_WRITER_NP = 1,
    PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP = 2
};

typedef union {
    struct {
        /* 0: none; otherwise the writer's number + 1. */
        int writer;
        /* How many read locks are held. */
        unsigned readers;
        /* How many writers wait; counted only where they are preferred. */
        unsigned waiting_writers;
        int unused[SIZE_ON(9, 3)];
        /* One of the kinds above, or RWLOCK_DESTROYED. */
#ifdef __LP64__
        unsigned kind;
#else
        unsigned char kind;
#endif
    };
    char size[SIZE_ON(56, 32)];
    long alignment;
} pthread_rwlock_t;

enum { RWLOCK_DESTROYED = 255 };

_Static_assert(sizeof(pthread_rwlock_t) == SIZE_ON(56, 32), "pthread_rwlock_t");
_Static_assert(__builtin_offsetof(pthread_rwlock_t, kind) == SIZE_ON(48, 24), "kind");

typedef union {
    struct {
        int preference;
        int process_shared;
    };
    char size[8];
    long alignment;
} pthread_rwlockattr_t;

_Static_assert(sizeof(pthread_rwlockattr_t) == 8, "pthread_rwlockattr_t");

/* ---- barriers ---- */

typedef union {
    struct {
        /* The threads that arrived and must wait for more. */
        thread_set waiting;
        /* How many threads are needed; 0: not initialised, or destroyed. */
        unsigned needed;
        /* How many threads wait, or were let go and have not yet noticed. */
        int inside;
    };
    char size[SIZE_ON(32, 20)];
    long alignment;
} pthread_barrier_t;

_Static_assert(sizeof(pthread_barrier_t) == SIZE_ON(32, 20), "pthread_barrier_t");

typedef union {
    int process_shared;
    char size[4];
} pthread_barrierattr_t;

enum { PTHREAD_BARRIER_SERIAL_THREAD = -1 };

/* ---- spin locks, once, keys, semaphores ---- */

/* 0: free; SPIN_DESTROYED; otherwise the owner's number + 1. In the headers it is volatile, which
   would mean here that it is the user's plain memory (USERS in raddle.h). */
typedef int pthread_spinlock_t;
enum { SPIN_DESTROYED = -1 };

typedef int pthread_once_t;
typedef unsigned pthread_key_t;

typedef union {
    struct {
        unsigned value;
        int destroyed;
    };
    char size[SIZE_ON(32, 16)];
    long alignment;
} sem_t;

_Static_assert(sizeof(sem_t) == SIZE_ON(32, 16), "sem_t");

enum { SEM_VALUE_MAX = 0x7fffffff };

/* ---- C11 ---- */

typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef pthread_key_t tss_t;
typedef pthread_once_t once_flag;
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };

#endif
