/* The end of the process, errors, and the world outside. */

#include "thread.h"
#include "read.h"

static _Thread_local int error_number;

int *__errno_location(void)
{
    return &error_number;
}

/* ---- exit ---- */

enum { EXIT_HANDLERS = 32 };

int __raddle_exit_handlers;
static void (*exit_handlers[EXIT_HANDLERS])(void);
static int quick_exit_handlers_used;
static void (*quick_exit_handlers[EXIT_HANDLERS])(void);

int atexit(void (*handler)(void))
{
    __raddle_atomic_begin();
    /* The process ends with its last thread, and handlers would run then. */
    if (__raddle_main_thread.finished)
        __raddle_unsupported("atexit after pthread_exit in main");
    if (__raddle_exit_handlers == EXIT_HANDLERS)
        __raddle_unsupported("more than 32 atexit handlers");
    exit_handlers[__raddle_exit_handlers] = handler;
    RELEASE(__raddle_exit_handlers, __raddle_exit_handlers + 1);
    __raddle_atomic_end();
    return 0;
}

int at_quick_exit(void (*handler)(void))
{
    __raddle_atomic_begin();
    if (quick_exit_handlers_used == EXIT_HANDLERS)
        __raddle_unsupported("more than 32 at_quick_exit handlers");
    quick_exit_handlers[quick_exit_handlers_used] = handler;
    RELEASE(quick_exit_handlers_used, quick_exit_handlers_used + 1);
    __raddle_atomic_end();
    return 0;
}

/* The first thread that exits runs the handlers; others wait for the end, as with glibc. A
   handler that exits goes on with the rest of them. */
static void begin_exit(void)
{
    static int exiting;
    int me = owner_mark();
    __raddle_atomic_begin();
    __raddle_await(exiting == 0 || exiting == me);
    exiting = me;
    __raddle_atomic_end();
}

/* The last registered comes first. */
static void run_handlers(void (**handlers)(void), int *count)
{
    for (;;) {
        void (*handler)(void) = NULL;
        __raddle_atomic_begin();
        if (ACQUIRE(*count) > 0)
            handler = handlers[--*count];
        __raddle_atomic_end();
        if (handler == NULL)
            return;
        handler();
    }
}

/* `main` returns into this, also where the program has an `exit` of its own. */
_Noreturn void __raddle_end_process(void)
{
    begin_exit();
    run_handlers(exit_handlers, &__raddle_exit_handlers);
    __raddle_exit();
}

_Noreturn void exit(int status)
{
    __raddle_end_process();
}

_Noreturn void quick_exit(int status)
{
    begin_exit();
    run_handlers(quick_exit_handlers, &quick_exit_handlers_used);
    __raddle_exit();
}

_Noreturn void _exit(int status)
{
    __raddle_exit();
}

_Noreturn void _Exit(int status)
{
    __raddle_exit();
}

_Noreturn void abort(void)
{
    __raddle_abort();
}

_Noreturn void __stack_chk_fail(void)
{
    __raddle_abort();
}

/* ---- assertions ---- */

_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line,
                             const char *function)
{
    __raddle_check_assert(0, "assertion");
    __raddle_abort();
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line,
                                    const char *function)
{
    __raddle_check_assert(0, "assert_perror");
    __raddle_abort();
}

_Noreturn void __assert(const char *assertion, const char *file, int line)
{
    __raddle_check_assert(0, "assertion");
    __raddle_abort();
}

_Noreturn void __assert_rtn(const char *function, const char *file, int line,
                            const char *assertion)
{
    __raddle_check_assert(0, "assertion");
    __raddle_abort();
}

/* ---- jumps: going back to a place that was saved is not modelled ---- */

int setjmp(void *place)
{
    return 0;
}

int _setjmp(void *place)
{
    return 0;
}

int sigsetjmp(void *place, int save_mask)
{
    return 0;
}

int __sigsetjmp(void *place, int save_mask)
{
    return 0;
}

_Noreturn void longjmp(void *place, int value)
{
    __raddle_unsupported("longjmp");
    __raddle_undefined();
}

_Noreturn void _longjmp(void *place, int value)
{
    __raddle_unsupported("longjmp");
    __raddle_undefined();
}

_Noreturn void siglongjmp(void *place, int value)
{
    __raddle_unsupported("siglongjmp");
    __raddle_undefined();
}

_Noreturn void __longjmp_chk(void *place, int value)
{
    __raddle_unsupported("longjmp");
    __raddle_undefined();
}

/* ---- the world outside ---- */

/* An empty environment. */
char *getenv(const char *name)
{
    __raddle_read_string(name);
    return NULL;
}

char *secure_getenv(const char *name)
{
    __raddle_read_string(name);
    return NULL;
}

/* Any number that Linux gives to processes, the same whenever it is asked for. */
static int remembered_number(int *number)
{
    int result;
    __raddle_atomic_begin();
    if (*number == 0) {
        result = __raddle_nondet_int();
        __raddle_assume(result > 0 && result < 1 << 22);
        *number = result;
    }
    result = *number;
    __raddle_atomic_end();
    return result;
}

static int process_number, parent_number;

int getpid(void)
{
    return remembered_number(&process_number);
}

int getppid(void)
{
    return remembered_number(&parent_number);
}

/* The first thread's is the process's; the others follow. */
int gettid(void)
{
    return remembered_number(&process_number) + (int)__raddle_self();
}

/* That of the x86 processors. */
enum { PAGE_SIZE = 4096 };
enum { SYSCONF_PAGE_SIZE = 30, SYSCONF_PROCESSORS = 83, SYSCONF_PROCESSORS_ONLINE = 84 };

/* -1: no such limit, or no such name. There is always a processor. */
long sysconf(int name)
{
    long limit;
    if (name == SYSCONF_PAGE_SIZE)
        return PAGE_SIZE;
    limit = __raddle_nondet_long();
    if (name == SYSCONF_PROCESSORS || name == SYSCONF_PROCESSORS_ONLINE)
        __raddle_assume(limit >= 1);
    else
        __raddle_assume(limit >= -1);
    return limit;
}

int getpagesize(void)
{
    return PAGE_SIZE;
}

int system(const char *command)
{
    if (command != NULL)
        __raddle_read_string(command);
    __raddle_unsupported("system");
    return -1;
}

int fork(void)
{
    __raddle_unsupported("fork");
    return -1;
}

/* ---- signals: none ever arrive, so blocking them changes nothing ---- */

/* SIG_BLOCK, SIG_UNBLOCK and SIG_SETMASK are 0, 1 and 2. Linux has 64 signals. */
static int change_mask(int how, const void *set)
{
    if (set == NULL)
        return 0;
    __raddle_read_bytes(set, 8);
    return how < 0 || how > 2 ? EINVAL : 0;
}

int pthread_sigmask(int how, const void *set, void *old)
{
    if (old != NULL)
        __raddle_unsupported("the old signal mask of pthread_sigmask");
    return change_mask(how, set);
}

int sigprocmask(int how, const void *set, void *old)
{
    int error = change_mask(how, set);
    if (old != NULL)
        __raddle_unsupported("the old signal mask of sigprocmask");
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

/* glibc's sigset_t has 1024 bits. */
static void fill_signals(void *set, unsigned long value)
{
    unsigned long *words = set;
    for (size_t at = 0; at < 128 / sizeof(unsigned long); at++)
        words[at] = value;
}

int sigemptyset(void *set)
{
    fill_signals(set, 0);
    return 0;
}

int sigfillset(void *set)
{
    fill_signals(set, (unsigned long)-1);
    return 0;
}

static int change_signal(void *set, int signal, int member)
{
    unsigned bits = 8 * sizeof(unsigned long);
    unsigned long *words = set;
    unsigned long bit;
    if (signal < 1 || signal > 64) {
        errno = EINVAL;
        return -1;
    }
    bit = 1ul << (unsigned)(signal - 1) % bits;
    if (member)
        words[(unsigned)(signal - 1) / bits] |= bit;
    else
        words[(unsigned)(signal - 1) / bits] &= ~bit;
    return 0;
}

int sigaddset(void *set, int signal)
{
    return change_signal(set, signal, 1);
}

int sigdelset(void *set, int signal)
{
    return change_signal(set, signal, 0);
}

/* SIG_DFL, SIG_IGN and SIG_ERR are 0, 1 and -1. Which signals are ignored is remembered
   only to be told. */
void (*signal(int number, void (*handler)(int)))(int)
{
    static unsigned char ignored[65];
    uintptr_t old;
    if ((uintptr_t)handler > 1)
        __raddle_unsupported("signal handlers");
    /* SIGKILL and SIGSTOP stay as they are; 32 and 33 are glibc's own. */
    if (number < 1 || number > 64 || number == 9 || number == 19 || number == 32 || number == 33) {
        errno = EINVAL;
        return (void (*)(int))(uintptr_t)-1;
    }
    __raddle_atomic_begin();
    old = ignored[number];
    ignored[number] = (uintptr_t)handler == 1;
    __raddle_atomic_end();
    return (void (*)(int))old;
}

int raise(int number)
{
    __raddle_unsupported("raise");
    return -1;
}

int kill(int process, int number)
{
    __raddle_unsupported("kill");
    return -1;
}

