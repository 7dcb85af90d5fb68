/* Who may go on: holds each thread of a program at what other threads can see, and
   lets them go in the order of a script.

   A thread that has its turn is *busy* until it comes to its next point, because what
   it was let go for (an access of memory) happens after the call that announces it.
   Nothing here waits for ever: a thread of ours looks whether any thread still moves, and
   tells where the run and the script parted.

   The script is C, too, generated for one trace: see `script.h`. */

#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum what { READ, WRITE, INPUT, CALL };
enum kind { ASSERT, REACH, DEADLOCK, RACE, MEMORY, ARITHMETIC, OTHER };

struct call {
    const char *function;
    uint64_t result;
    unsigned char has_result, returns, calls_back, ends_thread, by_itself;
    int creates;
};

struct point {
    unsigned char what, races, fill, has_value;
    unsigned location, step;
    /* A slice of `turn_list`. */
    unsigned first_turn, turns;
    unsigned bytes;
    /* Which global, or one of the two below. */
    int64_t object, offset;
    uint64_t value;
    const struct call *call;
};

struct script {
    const char *name;
    const struct point *points;
    unsigned count;
    int waits;
};

/* Where a call returns to, and which location that is. */
struct site {
    void *address;
    uint64_t location;
};

/* A global's address, size and number. */
struct global {
    char *address;
    uint64_t size;
    int64_t number;
};

enum { UNKNOWN = -1, ELSEWHERE = -2, STACK = -3 };

/* Which accesses at a location are points. */
enum sight { NONE, SOME, ALL };

#include "script.h"

extern struct global __start_raddle_globals[] __attribute__((weak));
extern struct global __stop_raddle_globals[] __attribute__((weak));

extern struct site __start_raddle_sites[] __attribute__((weak));
extern struct site __stop_raddle_sites[] __attribute__((weak));

/* The process's status, for `run.rs`. */
enum { SHOWN = 81, NOT_SHOWN = 82 };

enum state { RUNNING, WAITING, HELD, BLOCKED, ENDED };

struct actor {
    const struct script *script;
    unsigned next;
    /* Turns that were taken of the point before `next`. */
    unsigned taken;
    enum state state;
    unsigned location;
    /* What it does there. */
    const char *doing;
    /* The lock that it stands in front of. */
    const pthread_mutex_t *wants;
    pid_t id;
    /* Where its stack is: from where it may grow to, up to where the thread began. */
    char *stack_end, *stack_begin;
};

enum { NOWHERE = (unsigned)-1, MOST_ACTORS = 4096, TICK_MS = 10, BLOCKED_TICKS = 20, BUSY_TICKS = 200 };

static struct actor actors[MOST_ACTORS];
static unsigned actor_count;
static __thread struct actor *me;

static unsigned now;
static unsigned char turn_done[TURNS + 1];
static struct actor *busy;
static unsigned long activity;
static unsigned skipped_points;
static char first_difference[256];

/* `memcpy`, `strcmp` and the like are the program's: their calls are points. */
static void copy_bytes(void *to, const void *from, size_t count)
{
    for (size_t each = 0; each < count; each++)
        ((volatile unsigned char *)to)[each] = ((const volatile unsigned char *)from)[each];
}

static int is_same_text(const char *one, const char *two)
{
    while (*one && *one == *two)
        one++, two++;
    return *one == *two;
}

static size_t length_of(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

/* ---- the runtime's own lock and signal ---- */

static int guard;
static int epoch;
/* For signals: they come at any time. */
static __thread int has_guard;

static void enter(void)
{
    while (__atomic_exchange_n(&guard, 1, __ATOMIC_ACQUIRE))
        syscall(SYS_sched_yield);
    has_guard = 1;
}

static void leave(void)
{
    has_guard = 0;
    __atomic_store_n(&guard, 0, __ATOMIC_RELEASE);
}

static void changed(void)
{
    activity++;
    __atomic_add_fetch(&epoch, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &epoch, FUTEX_WAKE_PRIVATE, 1 << 30, NULL, NULL, 0);
}

/* Lets others in, for a moment or until something changed. */
static void rest(void)
{
    struct timespec tick = {0, TICK_MS * 1000000L};
    int seen = __atomic_load_n(&epoch, __ATOMIC_ACQUIRE);
    leave();
    syscall(SYS_futex, &epoch, FUTEX_WAIT_PRIVATE, seen, &tick, NULL, 0);
    enter();
}

/* ---- the end ---- */

static int is_expected;

/* `_exit` is the program's. */
static _Noreturn void end_process(int status)
{
    for (;;)
        syscall(SYS_exit_group, status);
}

/* The place for a breakpoint: the program has failed as the trace says. */
__attribute__((noinline, used)) void raddle_failed(void)
{
    __asm__ volatile("" ::: "memory");
}

/* The place for a breakpoint: the program went another way. */
__attribute__((noinline, used)) void raddle_diverged(void)
{
    __asm__ volatile("" ::: "memory");
}

static const char *where(unsigned location)
{
    return location < LOCATIONS ? location_texts[location] : "an unknown place";
}

static void tell(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof text - 1)
        length = sizeof text - 1;
    if (write(2, text, (size_t)length) < 0)
        return;
}

static void tell_threads(void)
{
    static const char *const states[] = {"runs, last seen", "waits for its turn", "is held",
                                         "is blocked", "has ended, last seen"};
    for (unsigned each = 0; each < actor_count; each++) {
        struct actor *actor = &actors[each];
        tell("  %s %s at %s%s%s\n", actor->script->name, states[actor->state],
             where(actor->location), actor->doing ? ", in " : "",
             actor->doing ? actor->doing : "");
    }
}

/* For `run.rs`, which cannot see the process's own status if it runs in a debugger. */
static void record(const char *outcome)
{
    int file = open(OUTCOME_FILE, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    if (write(file, outcome, length_of(outcome)) >= 0)
        close(file);
}

#define TURNS_WORD (TURNS == 1 ? "turn" : "turns")

static _Noreturn void shown(void)
{
    record("shown");
    tell("raddle: followed %u of %u %s\n", now < TURNS ? now : TURNS, TURNS, TURNS_WORD);
    raddle_failed();
    end_process(SHOWN);
}

static _Noreturn void not_shown(const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tell("raddle: %s\n", text);
    if (first_difference[0])
        tell("  the first difference: %s\n", first_difference);
    if (skipped_points)
        tell("  points of the trace that were not met: %u\n", skipped_points);
    tell("  followed %u of %u %s\n", now < TURNS ? now : TURNS, TURNS, TURNS_WORD);
    tell_threads();
    record("not shown");
    raddle_diverged();
    end_process(NOT_SHOWN);
}

/* ---- turns; all of this with the guard ---- */

static void advance(void)
{
    if (busy)
        return;
    while (now < TURNS && turn_done[now])
        now++;
    changed();
}

/* The thread has done what it was let go for. */
static void arrive(void)
{
    if (busy == me) {
        busy = NULL;
        advance();
    }
}

/* For good. */
static _Noreturn void hold(const char *why)
{
    arrive();
    me->state = HELD;
    me->doing = why;
    for (;;)
        rest();
}

/* Waits for a turn, or for the end of all of them. A thread that was let go before and meets no
   further point for long has done its access anyway: it is blocked in a call, or it computes. The latter
   is not so easily believed, since the machine may be busy. */
static void await_turn(unsigned turn)
{
    unsigned waited = 0;
    int last = epoch;
    me->state = WAITING;
    while (now != turn || (busy && busy != me)) {
        if (now > turn)
            not_shown("%s comes too late to its turn at %s", me->script->name,
                      where(me->location));
        rest();
        waited = busy && busy != me && epoch == last ? waited + 1 : 0;
        if (waited > 0 && waited >= (busy->state == BLOCKED ? BLOCKED_TICKS : BUSY_TICKS)) {
            busy = NULL;
            advance();
        }
        last = epoch;
    }
    me->state = RUNNING;
}

static void take(unsigned turn)
{
    if (turn_done[turn])
        return;
    await_turn(turn);
    turn_done[turn] = 1;
    busy = me;
}

static unsigned turn_of(const struct point *point, unsigned position)
{
    return turn_list[point->first_turn + position];
}

static void skip(const struct point *point)
{
    for (unsigned turn = 0; turn < point->turns; turn++)
        turn_done[turn_of(point, turn)] = 1;
    advance();
}

static void skip_to(unsigned position)
{
    while (me->next < position)
        skip(&me->script->points[me->next++]);
}

/* The thread is past its part of the script. It goes on alone if the failure is its
   own; all others stay where they are. */
static void beyond(void)
{
    int goes_on = ENDING_KIND == DEADLOCK && ENDING_WAITS
                      ? me->script->waits
                      : me->script == &scripts[ENDING_ACTOR] && ENDING_KIND != RACE;
    if (!goes_on)
        hold(me->doing);
    arrive();
    await_turn(TURNS);
}

static int is_over(void)
{
    return me->next >= me->script->count;
}

static _Noreturn void diverge(const char *doing)
{
    const struct point *next = &me->script->points[me->next];
    static const char *const words[] = {"a read", "a write", "an input", "a call"};
    not_shown("%s is at %s (%s), where the trace has %s%s%s at %s", me->script->name,
              where(me->location), doing, words[next->what], next->call ? " of " : "",
              next->call ? next->call->function : "", where(next->location));
}

/* ---- places ---- */

static int by_address(const void *one, const void *two)
{
    const struct site *a = one, *b = two;
    return a->address < b->address ? -1 : a->address > b->address;
}

static unsigned location_of(void *address)
{
    struct site wanted = {address, 0};
    if (!__start_raddle_sites)
        return NOWHERE;
    size_t count = (size_t)(__stop_raddle_sites - __start_raddle_sites);
    struct site *found =
        bsearch(&wanted, __start_raddle_sites, count, sizeof wanted, by_address);
    return found ? (unsigned)found->location : NOWHERE;
}

/* ---- races: both threads stand in front of their accesses ---- */

static struct {
    struct actor *actor;
    unsigned location;
    uintptr_t address;
    size_t bytes;
    int writes;
} first_access;

static _Noreturn void stand_at_race(const struct point *point, const void *address, size_t bytes,
                                    int writes)
{
    uintptr_t start = (uintptr_t)address;
    if (point->turns)
        await_turn(turn_of(point, point->turns - 1));
    if (!first_access.actor) {
        first_access.actor = me;
        first_access.location = me->location;
        first_access.address = start;
        first_access.bytes = bytes;
        first_access.writes = writes;
        skip(point);
        hold(writes ? "a write" : "a read");
    }
    int overlap = start < first_access.address + first_access.bytes &&
                  first_access.address < start + bytes;
    if (!overlap || !(writes || first_access.writes))
        not_shown("the two accesses do not touch the same memory");
    now = TURNS;
    tell("raddle: a race: %s is about to %s %zu bytes at %p at %s,\n", me->script->name,
         writes ? "write" : "read", bytes, address, where(me->location));
    tell("  and %s to %s %zu bytes at %p at %s\n", first_access.actor->script->name,
         first_access.writes ? "write" : "read", first_access.bytes,
         (void *)first_access.address, where(first_access.location));
    shown();
}
