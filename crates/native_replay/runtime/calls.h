/* Calls of the library that the script knows: threads, locks, waiting, inputs.

   The linker leads the program's calls here (`--wrap`). Most of them wait for their
   turn and then call the real function, whose answer must be that of the trace. Where
   the real one would leave a choice to the system (which thread wakes up, when time is
   up), the trace chooses, and only what it implies for locks is really done. */

#define REAL(function) ((__typeof__(function) *)dlsym(RTLD_NEXT, #function))
#define START(name) const struct point *point = begin_call(name, CALLER)

/* What a call is about to touch, for races. */
static __thread const void *race_address;
static __thread size_t race_bytes;
static __thread int race_writes;

/* With the guard: the point of a call of this function, or NULL if the thread goes on
   without a script. */
static const struct point *find_call(const char *function)
{
    const struct script *script = me->script;
    unsigned position = me->next;
    while (position < script->count &&
           (script->points[position].what == READ || script->points[position].what == WRITE))
        position++;
    if (position == script->count)
        return NULL;
    const struct point *point = &script->points[position];
    int same = point->what == CALL && is_same_text(point->call->function, function) &&
               (me->location == NOWHERE || point->location == me->location);
    if (!same)
        return NULL;
    skipped_points += position - me->next;
    skip_to(position);
    me->next++;
    me->taken = 0;
    return point;
}

static void finish_turn(void)
{
    enter();
    arrive();
    leave();
}

/* The next turn of the call. At the end of its script a thread stays there, or goes on
   by itself if the failure is its own; then the answer is 0. */
static int take_turn(const struct point *point)
{
    int taken = 0;
    if (!point)
        return 0;
    enter();
    arrive();
    if (me->taken < point->turns) {
        if (point->races && me->taken + 1 == point->turns)
            stand_at_race(point, race_address, race_bytes, race_writes);
        take(turn_of(point, me->taken++));
        taken = 1;
    } else if (!point->call->returns && !point->call->ends_thread) {
        beyond();
    }
    leave();
    return taken;
}

static const struct point *begin_call(const char *function, void *caller)
{
    const struct point *point;
    if (!me)
        return NULL;
    unsigned location = location_of(caller);
    enter();
    me->location = location;
    me->doing = function;
    arrive();
    activity++;
    if (is_over()) {
        beyond();
        leave();
        return NULL;
    }
    point = find_call(function);
    if (!point)
        diverge(function);
    leave();
    return point;
}

/* The real function comes now, and may block. */
static void may_block(const void *wants)
{
    enter();
    me->wants = wants;
    me->state = BLOCKED;
    leave();
}

/* All turns come first: in the last of them the call gets what it waits for. */
static void before_real(const struct point *point, const void *wants)
{
    if (!me)
        return;
    while (point && me->taken < point->turns)
        take_turn(point);
    if (point && !point->call->returns)
        take_turn(point);
    may_block(wants);
}

static void end_call(const struct point *point)
{
    if (!me)
        return;
    enter();
    me->state = RUNNING;
    if (ENDING_KIND == DEADLOCK && ENDING_WAITS && now == TURNS && me->script->waits &&
        (!point || !point->call->returns))
        not_shown("%s goes on behind %s at %s, though the trace ends in a deadlock",
                  me->script->name, me->doing, where(me->location));
    me->wants = NULL;
    leave();
    while (point && me->taken < point->turns)
        take_turn(point);
    if (point && point->call->ends_thread)
        REAL(pthread_exit)(PTHREAD_CANCELED);
    finish_turn();
    enter();
    me->doing = NULL;
    leave();
}

static int after_real(const struct point *point, int result)
{
    int saved = errno;
    if (point && point->call->has_result && (int)point->call->result != result) {
        enter();
        not_shown("%s at %s returns %d, where the trace has %d", point->call->function,
                  where(me->location), result, (int)point->call->result);
    }
    end_call(point);
    errno = saved;
    return result;
}

/* A thread that is cancelled in a call does not make it. */
#define ORDINARY(name, parameters, wants, ...)                                               \
    int __wrap_##name parameters                                                             \
    {                                                                                        \
        START(#name);                                                                        \
        if (point && point->call->ends_thread)                                               \
            return only_wait(point, 0);                                                      \
        before_real(point, wants);                                                           \
        return after_real(point, REAL(name)(__VA_ARGS__));                                   \
    }

/* The answer of the trace; of a thread without a script, `otherwise`. */
static int recorded(const struct point *point, int otherwise)
{
    return point && point->call->has_result ? (int)point->call->result : otherwise;
}

/* Does nothing but wait for its turns. */
static int only_wait(const struct point *point, int otherwise)
{
    while (point && me->taken < point->turns)
        take_turn(point);
    if (point && !point->call->returns && !point->call->ends_thread)
        take_turn(point);
    end_call(point);
    return recorded(point, otherwise);
}

/* ---- locks ---- */

ORDINARY(pthread_mutex_lock, (pthread_mutex_t *m), m, m)
ORDINARY(pthread_mutex_trylock, (pthread_mutex_t *m), NULL, m)
ORDINARY(pthread_mutex_unlock, (pthread_mutex_t *m), NULL, m)
ORDINARY(pthread_mutex_init, (pthread_mutex_t *m, const pthread_mutexattr_t *a), NULL, m, a)
ORDINARY(pthread_mutex_destroy, (pthread_mutex_t *m), NULL, m)
ORDINARY(pthread_rwlock_rdlock, (pthread_rwlock_t *l), NULL, l)
ORDINARY(pthread_rwlock_tryrdlock, (pthread_rwlock_t *l), NULL, l)
ORDINARY(pthread_rwlock_trywrlock, (pthread_rwlock_t *l), NULL, l)
ORDINARY(pthread_rwlock_unlock, (pthread_rwlock_t *l), NULL, l)
ORDINARY(pthread_rwlock_init, (pthread_rwlock_t *l, const pthread_rwlockattr_t *a), NULL, l, a)
ORDINARY(pthread_rwlock_destroy, (pthread_rwlock_t *l), NULL, l)
ORDINARY(pthread_spin_lock, (pthread_spinlock_t *l), NULL, l)
ORDINARY(pthread_spin_trylock, (pthread_spinlock_t *l), NULL, l)
ORDINARY(pthread_spin_unlock, (pthread_spinlock_t *l), NULL, l)
ORDINARY(pthread_spin_init, (pthread_spinlock_t *l, int shared), NULL, l, shared)
ORDINARY(pthread_spin_destroy, (pthread_spinlock_t *l), NULL, l)
ORDINARY(sem_wait, (sem_t *s), NULL, s)
ORDINARY(sem_trywait, (sem_t *s), NULL, s)
ORDINARY(sem_post, (sem_t *s), NULL, s)
ORDINARY(sem_init, (sem_t *s, int shared, unsigned value), NULL, s, shared, value)
ORDINARY(sem_destroy, (sem_t *s), NULL, s)
ORDINARY(sem_getvalue, (sem_t *s, int *value), NULL, s, value)
ORDINARY(mtx_lock, (mtx_t *m), m, m)
ORDINARY(mtx_trylock, (mtx_t *m), NULL, m)
ORDINARY(mtx_unlock, (mtx_t *m), NULL, m)
ORDINARY(mtx_init, (mtx_t *m, int type), NULL, m, type)
ORDINARY(pthread_detach, (pthread_t id), NULL, id)
ORDINARY(pthread_join, (pthread_t id, void **result), NULL, id, result)
ORDINARY(pthread_tryjoin_np, (pthread_t id, void **result), NULL, id, result)
ORDINARY(thrd_join, (thrd_t id, int *result), NULL, id, result)
ORDINARY(thrd_detach, (thrd_t id), NULL, id)

/* A writer that waits may keep readers out. Then to begin to wait is the first turn. */
int __wrap_pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    START("pthread_rwlock_wrlock");
    take_turn(point);
    if (me)
        may_block(NULL);
    return after_real(point, REAL(pthread_rwlock_wrlock)(lock));
}

void __wrap_mtx_destroy(mtx_t *mutex)
{
    START("mtx_destroy");
    before_real(point, NULL);
    REAL(mtx_destroy)(mutex);
    end_call(point);
}

/* The thread that runs the routine begins at its first turn; others come when it is done. */
static void take_turns_of_once(const struct point *point)
{
    take_turn(point);
    while (point && !point->call->calls_back && me->taken < point->turns)
        take_turn(point);
    if (me && !(point && point->call->calls_back)) {
        enter();
        me->state = BLOCKED;
        leave();
    }
}

int __wrap_pthread_once(pthread_once_t *once, void (*routine)(void))
{
    START("pthread_once");
    take_turns_of_once(point);
    unsigned taken = me ? me->taken : 0;
    int result = REAL(pthread_once)(once, routine);
    if (me)
        me->taken = taken;
    return after_real(point, result);
}

void __wrap_call_once(once_flag *once, void (*routine)(void))
{
    START("call_once");
    take_turns_of_once(point);
    unsigned taken = me ? me->taken : 0;
    REAL(call_once)(once, routine);
    if (me)
        me->taken = taken;
    end_call(point);
}

/* ---- what the trace decides ---- */

#define TRACED(name, parameters, otherwise)                                                  \
    int __wrap_##name parameters                                                             \
    {                                                                                        \
        START(#name);                                                                        \
        return only_wait(point, otherwise);                                                  \
    }

TRACED(pthread_cond_init, (void *c, void *a), 0)
TRACED(pthread_cond_destroy, (void *c), 0)
TRACED(pthread_cond_signal, (void *c), 0)
TRACED(pthread_cond_broadcast, (void *c), 0)
TRACED(cnd_init, (void *c), thrd_success)
TRACED(cnd_signal, (void *c), thrd_success)
TRACED(cnd_broadcast, (void *c), thrd_success)
TRACED(pthread_barrier_init, (void *b, void *a, unsigned count), 0)
TRACED(pthread_barrier_destroy, (void *b), 0)
TRACED(pthread_cancel, (pthread_t id), 0)
TRACED(sched_yield, (void), 0)
TRACED(usleep, (unsigned long time), 0)
TRACED(sleep, (unsigned time), 0)
TRACED(nanosleep, (const void *time, void *left), 0)
TRACED(thrd_sleep, (const void *time, void *left), 0)
TRACED(rand, (void), 0)
TRACED(random, (void), 0)
TRACED(getchar, (void), -1)

void __wrap_cnd_destroy(void *condition)
{
    (void)condition;
    START("cnd_destroy");
    only_wait(point, 0);
}

void __wrap_thrd_yield(void)
{
    START("thrd_yield");
    only_wait(point, 0);
}

void __wrap_pthread_testcancel(void)
{
    START("pthread_testcancel");
    only_wait(point, 0);
}

time_t __wrap_time(time_t *at)
{
    START("time");
    only_wait(point, 0);
    time_t value = point && point->call->has_result ? (time_t)point->call->result : 0;
    if (at)
        *at = value;
    return value;
}

/* A thread that has to stay in a call that is not really made. */
static void stay(const struct point *point)
{
    enter();
    if (!point || !point->call->returns)
        beyond();
    me->state = BLOCKED;
    while (ENDING_KIND == DEADLOCK && me->script->waits)
        rest();
    leave();
}

int __wrap_pthread_barrier_wait(pthread_barrier_t *barrier)
{
    (void)barrier;
    START("pthread_barrier_wait");
    while (point && me->taken < point->turns)
        take_turn(point);
    if (me && (!point || !point->call->returns))
        stay(point);
    end_call(point);
    return recorded(point, 0);
}

/* Releasing the mutex is the first turn, noticing the wake-up the second, taking the
   mutex again the third; the two locks are real. */
static int wait_on_condition(const struct point *point, pthread_mutex_t *mutex)
{
    if (!me)
        return 0;
    if (point && (!point->call->has_result || (int)point->call->result == 0 ||
                  (int)point->call->result == ETIMEDOUT || point->turns > 1)) {
        take_turn(point);
        REAL(pthread_mutex_unlock)(mutex);
        finish_turn();
        while (me->taken + 1 < point->turns || (me->taken < point->turns && !point->call->returns))
            take_turn(point);
        if (point->call->returns || point->call->ends_thread) {
            take_turn(point);
            REAL(pthread_mutex_lock)(mutex);
        } else if (point->turns >= 2) {
            finish_turn();
            enter();
            beyond();
            me->wants = mutex;
            me->state = BLOCKED;
            leave();
            REAL(pthread_mutex_lock)(mutex);
        } else {
            stay(point);
        }
    } else if (point) {
        take_turn(point);
    } else {
        stay(NULL);
    }
    end_call(point);
    return recorded(point, 0);
}

#define WAITS(name, parameters)                                                              \
    int __wrap_##name parameters                                                             \
    {                                                                                        \
        START(#name);                                                                        \
        return wait_on_condition(point, (pthread_mutex_t *)mutex);                           \
    }

WAITS(pthread_cond_wait, (void *c, void *mutex))
WAITS(pthread_cond_timedwait, (void *c, void *mutex, const void *time))
WAITS(pthread_cond_clockwait, (void *c, void *mutex, int clock, const void *time))
WAITS(cnd_wait, (void *c, void *mutex))
WAITS(cnd_timedwait, (void *c, void *mutex, const void *time))

/* With a limit of time: the trace says whether it is up. */
#define TIMED(name, parameters, real, object)                                                \
    int __wrap_##name parameters                                                             \
    {                                                                                        \
        START(#name);                                                                        \
        int fails = point && point->call->has_result && point->call->result != 0;            \
        /* What is refused at once is no matter of time. */                                  \
        if (fails && point->turns == 0)                                                      \
            return after_real(point, REAL(name)(object, t));                                 \
        if (fails) {                                                                         \
            int result = only_wait(point, 0);                                                \
            errno = ETIMEDOUT;                                                               \
            return result;                                                                   \
        }                                                                                    \
        before_real(point, NULL);                                                            \
        return after_real(point, REAL(real)(object));                                        \
    }

TIMED(pthread_mutex_timedlock, (pthread_mutex_t *m, const void *t), pthread_mutex_lock, m)
TIMED(pthread_rwlock_timedrdlock, (pthread_rwlock_t *l, const void *t), pthread_rwlock_rdlock, l)
TIMED(pthread_rwlock_timedwrlock, (pthread_rwlock_t *l, const void *t), pthread_rwlock_wrlock, l)
TIMED(sem_timedwait, (sem_t *s, const void *t), sem_wait, s)
TIMED(mtx_timedlock, (mtx_t *m, const void *t), mtx_lock, m)

/* ---- threads ---- */

struct beginning {
    void *(*pthread)(void *);
    int (*thread)(void *);
    void *argument;
    struct actor *actor;
};

static const struct script unscripted = {"a further thread", NULL, 0, 0};

static struct actor *new_actor(int number)
{
    enter();
    if (actor_count == MOST_ACTORS)
        not_shown("more than %d threads", MOST_ACTORS);
    struct actor *actor = &actors[actor_count++];
    actor->script = number >= 0 ? &scripts[number] : &unscripted;
    actor->location = NOWHERE;
    leave();
    return actor;
}

/* However the thread ends: as a destructor of data that belongs to it. The program's own
   destructors come in the same rounds, in an order that is the system's; so the last round
   that there is ends it. */
static pthread_key_t thread_end;
static __thread int end_rounds;

static void end_thread(void *actor)
{
    if (++end_rounds < PTHREAD_DESTRUCTOR_ITERATIONS && pthread_setspecific(thread_end, actor) == 0)
        return;
    enter();
    arrive();
    me->state = ENDED;
    me->doing = NULL;
    skip_to(me->script->count);
    leave();
}

/* The running thread is this one; it begins with that frame, or at the end of its stack. */
static void become(struct actor *actor, void *frame)
{
    pthread_attr_t attributes;
    void *end = NULL;
    size_t size = 0;
    actor->id = (pid_t)syscall(SYS_gettid);
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &end, &size);
        pthread_attr_destroy(&attributes);
        actor->stack_end = end;
        actor->stack_begin = frame ? frame : (char *)end + size;
    }
    me = actor;
}

static void *run_thread(void *record)
{
    struct beginning beginning = *(struct beginning *)record;
    REAL(free)(record);
    become(beginning.actor, __builtin_frame_address(0));
    prctl(PR_SET_NAME, me->script->name);
    if (pthread_setspecific(thread_end, me) != 0)
        not_shown("there is no memory for a thread");
    return beginning.pthread ? beginning.pthread(beginning.argument)
                             : (void *)(intptr_t)beginning.thread(beginning.argument);
}

static struct beginning *beginning_for(const struct point *point, void *argument)
{
    struct beginning *record = REAL(malloc)(sizeof *record);
    if (!record)
        not_shown("there is no memory for a thread");
    record->pthread = NULL;
    record->thread = NULL;
    record->argument = argument;
    record->actor = new_actor(point ? point->call->creates : -1);
    return record;
}

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    START("pthread_create");
    take_turn(point);
    struct beginning *record = beginning_for(point, argument);
    record->pthread = start;
    return after_real(point, REAL(pthread_create)(id, attributes, run_thread, record));
}

int __wrap_thrd_create(thrd_t *id, int (*start)(void *), void *argument)
{
    START("thrd_create");
    take_turn(point);
    struct beginning *record = beginning_for(point, argument);
    record->thread = start;
    int failed = REAL(pthread_create)((pthread_t *)id, NULL, run_thread, record);
    return after_real(point, failed ? thrd_error : thrd_success);
}

_Noreturn void __wrap_pthread_exit(void *result)
{
    if (me)
        finish_turn();
    REAL(pthread_exit)(result);
    __builtin_unreachable();
}

_Noreturn void __wrap_thrd_exit(int result)
{
    __wrap_pthread_exit((void *)(intptr_t)result);
}
