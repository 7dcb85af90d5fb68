/* How a run ends: assertions, signals, the end of the program, no thread that moves. */

/* ---- what the program says about itself ---- */

/* The thread is where the trace says that it fails. */
static int fails_here(void)
{
    return me && me->script == &scripts[ENDING_ACTOR] && is_over() && now == TURNS;
}

/* A failure that the trace passes: the thread goes no further, others do. */
static _Noreturn void stop_here(const char *what)
{
    if (!me)
        end_process(NOT_SHOWN);
    enter();
    me->doing = what;
    if (is_over() && me->script == &scripts[ENDING_ACTOR]) {
        beyond();
        not_shown("%s ends in %s at %s, and has not failed as in the trace", me->script->name,
                  what, where(me->location));
    }
    hold(what);
}

/* Waits until the others have done their part. */
static void await_ending(void *caller, const char *what)
{
    unsigned location = location_of(caller);
    enter();
    me->location = location;
    me->doing = what;
    arrive();
    if (is_over())
        beyond();
    leave();
}

_Noreturn void __wrap___assert_fail(const char *text, const char *file, unsigned line,
                                    const char *function)
{
    if (me)
        await_ending(CALLER, "a failing assertion");
    int expected = ENDING_KIND == ASSERT || ENDING_KIND == REACH;
    if (!expected || !me)
        stop_here("a failing assertion");
    enter();
    int is_there = me->location == ENDING_LOCATION || line == ENDING_LINE;
    if (!fails_here() || !is_there) {
        if (ENDING_KIND == REACH)
            hold("a failing assertion");
        not_shown("%s fails the assertion `%s' at %s:%u, which is not what the trace says",
                  me->script->name, text, file, line);
    }
    leave();
    tell("raddle: %s fails at %s; followed %u of %u %s\n", me->script->name,
         where(me->location), now, TURNS, TURNS_WORD);
    is_expected = 1;
    record("shown");
    raddle_failed();
    REAL(__assert_fail)(text, file, line, function);
    __builtin_unreachable();
}

/* Assertions of verifiers, and error locations. */
static void verifier_failure(void *caller, int kind, const char *what)
{
    if (!me)
        return;
    await_ending(caller, what);
    if (ENDING_KIND != kind)
        stop_here(what);
    enter();
    if (!fails_here())
        not_shown("%s comes to %s at %s too early", me->script->name, what, where(me->location));
    tell("raddle: %s comes to %s at %s\n", me->script->name, what, where(me->location));
    shown();
}

void raddle_reach_error(void)
{
    verifier_failure(CALLER, REACH, "reach_error");
}

/* Where it is not what the trace is about. */
__attribute__((weak)) void reach_error(void)
{
    stop_here("reach_error");
}

__attribute__((weak)) void __VERIFIER_error(void)
{
    verifier_failure(CALLER, REACH, "__VERIFIER_error");
}

#define ASSERTS(name)                                                                        \
    __attribute__((weak)) void name(int condition, const char *text)                         \
    {                                                                                        \
        (void)text;                                                                          \
        if (!condition)                                                                      \
            verifier_failure(CALLER, ASSERT, #name);                                         \
    }

ASSERTS(__ESBMC_assert)
ASSERTS(__CPROVER_assert)

#define ASSUMES(name)                                                                        \
    __attribute__((weak)) void name(int condition)                                           \
    {                                                                                        \
        if (!condition)                                                                      \
            stop_here("a false assumption");                                                 \
    }

ASSUMES(__VERIFIER_assume)
ASSUMES(__ESBMC_assume)
ASSUMES(__CPROVER_assume)

/* The trace has nothing in between. */
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
__attribute__((weak)) void __VERIFIER_atomic_end(void) {}
__attribute__((weak)) void __ESBMC_atomic_begin(void) {}
__attribute__((weak)) void __ESBMC_atomic_end(void) {}
__attribute__((weak)) void __CPROVER_atomic_begin(void) {}
__attribute__((weak)) void __CPROVER_atomic_end(void) {}

_Noreturn void __wrap_abort(void) { stop_here("abort"); }

/* Handlers of exit may be what fails. */
static _Noreturn void leave_process(int status, const char *what)
{
    if (me && me->script == &scripts[ENDING_ACTOR]) {
        enter();
        arrive();
        if (is_over())
            beyond();
        leave();
        REAL(exit)(status);
    }
    stop_here(what);
}

_Noreturn void __wrap_exit(int status) { leave_process(status, "exit"); }
_Noreturn void __wrap__exit(int status) { (void)status; stop_here("_exit"); }
_Noreturn void __wrap__Exit(int status) { (void)status; stop_here("_Exit"); }
_Noreturn void __wrap_quick_exit(int status) { (void)status; stop_here("quick_exit"); }

/* ---- inputs ---- */

/* Its bits, extended with its sign if it has one. */
uint64_t raddle_input(void *caller, int has_sign)
{
    uint64_t value = 0;
    if (!me)
        return 0;
    unsigned location = location_of(caller);
    enter();
    me->location = location;
    me->doing = "an input";
    arrive();
    unsigned position = me->next;
    while (position < me->script->count && (me->script->points[position].what == READ ||
                                            me->script->points[position].what == WRITE))
        position++;
    if (is_over()) {
        beyond();
    } else if (position == me->script->count || me->script->points[position].what != INPUT ||
               me->script->points[position].location != location) {
        diverge("an input");
    } else {
        const struct point *point = &me->script->points[position];
        skipped_points += position - me->next;
        skip_to(position + 1);
        value = point->value;
        unsigned width = point->bytes;
        if (has_sign && width > 1 && width < 64 && value >> (width - 1) & 1)
            value |= ~0ULL << width;
    }
    me->doing = NULL;
    leave();
    return value;
}

/* ---- signals ---- */

static int is_sign_of_failure(int number)
{
    switch (ENDING_KIND) {
    case MEMORY:
        return 1;
    /* `abort` itself is the program's; the library's own comes from assertions. */
    case ASSERT:
        return number == SIGABRT;
    case ARITHMETIC:
        return number == SIGILL || number == SIGTRAP || number == SIGFPE;
    default:
        return 0;
    }
}

static void on_signal(int number, siginfo_t *information, void *context)
{
    (void)context;
    if (number == SIGABRT && is_expected)
        end_process(SHOWN);
    if (!me)
        end_process(NOT_SHOWN);
    unsigned location = location_of(information->si_addr);
    if (!has_guard)
        enter();
    if (location != NOWHERE)
        me->location = location;
    me->doing = strsignal(number);
    arrive();
    if (is_over())
        beyond();
    if (!fails_here() || !is_sign_of_failure(number))
        not_shown("%s gets the signal \"%s\" at %s, which is not what the trace says",
                  me->script->name, strsignal(number), where(me->location));
    tell("raddle: %s gets the signal \"%s\" at %s\n", me->script->name, strsignal(number),
         where(me->location));
    shown();
}

static void listen_to_signals(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    static struct sigaction action;
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    for (unsigned each = 0; each < sizeof numbers / sizeof *numbers; each++)
        if (!(IN_DEBUGGER && numbers[each] == SIGTRAP))
            sigaction(numbers[each], &action, NULL);
}

/* ---- does any thread still move? ---- */

static const char *owner_of(const pthread_mutex_t *mutex)
{
#ifdef __GLIBC__
    for (unsigned each = 0; mutex && each < actor_count; each++)
        if (actors[each].id == mutex->__data.__owner)
            return actors[each].script->name;
#else
    (void)mutex;
#endif
    return NULL;
}

static void tell_deadlock(void)
{
    tell("raddle: a deadlock:\n");
    for (unsigned each = 0; each < actor_count; each++) {
        struct actor *actor = &actors[each];
        const char *owner = owner_of(actor->wants);
        if (!actor->script->waits)
            continue;
        tell("  %s waits at %s, in %s", actor->script->name, where(actor->location),
             actor->doing ? actor->doing : "a loop");
        tell(owner ? ", for a lock that %s holds\n" : "\n", owner);
    }
}

static int is_deadlock(void)
{
    if (ENDING_KIND != DEADLOCK || !ENDING_WAITS || now < TURNS)
        return 0;
    for (unsigned each = 0; each < actor_count; each++)
        if (actors[each].script->waits && actors[each].state != BLOCKED)
            return 0;
    return 1;
}

static int some_thread_runs(void)
{
    for (unsigned each = 0; each < actor_count; each++)
        if (actors[each].state == RUNNING)
            return 1;
    return 0;
}

/* Counts moments, not seconds: in a debugger everything stands still at times. */
static void *watch(void *unused)
{
    unsigned quiet = 0, stuck = 0;
    unsigned long seen = 0;
    struct timespec tick = {0, TICK_MS * 1000000L};
    (void)unused;
    prctl(PR_SET_NAME, "raddle's watch");
    for (;;) {
        syscall(SYS_nanosleep, &tick, NULL);
        enter();
        quiet = activity == seen ? quiet + 1 : 0;
        seen = activity;
        stuck = is_deadlock() ? stuck + 1 : 0;
        if (stuck > 30) {
            tell_deadlock();
            shown();
        }
        if (quiet > (some_thread_runs() ? PATIENCE * 1000 / TICK_MS : 1000 / TICK_MS))
            not_shown(now < TURNS ? "nobody can go on as the trace says"
                                  : "the trace is followed, and nothing failed");
        leave();
    }
    return NULL;
}

/* ---- beginning and end ---- */

int __real_main(int, char **, char **);

static void on_exit_of_process(void)
{
    enter();
    not_shown("the program ends, and has not failed as in the trace");
}

/* Before the program's own beginnings, which may start threads: the runtime is linked first. */
__attribute__((constructor(101))) static void begin(void)
{
    pthread_t watcher;
    unsigned owned;
    if (pthread_key_create(&thread_end, end_thread) != 0)
        not_shown("there is no key for the end of threads");
    if (__start_raddle_sites)
        qsort(__start_raddle_sites, (size_t)(__stop_raddle_sites - __start_raddle_sites),
              sizeof(struct site), by_address);
    /* Turns that no point has are over. */
    for (owned = 0; owned < TURNS; owned++)
        turn_done[owned] = !turn_owned[owned];
    become(new_actor(0), NULL);
    advance();
    atexit(on_exit_of_process);
    /* Without the process that started it, nothing looks at it any more. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    listen_to_signals();
    /* The run ends where it fails, and what is kept back would not be printed. */
    setvbuf(stdout, NULL, _IONBF, 0);
    if (REAL(pthread_create)(&watcher, NULL, watch, NULL) != 0)
        not_shown("there is no thread for the watch");
}

int __wrap_main(int count, char **arguments, char **environment)
{
    leave_process(__real_main(count, arguments, environment), "the end of main");
}
