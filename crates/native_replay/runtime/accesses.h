/* The callbacks that clang's thread sanitizer puts in front of accesses, and the
   functions that it calls instead of atomic operations. */

static int is_on_stack(const struct actor *actor, const void *address)
{
    return actor->state != ENDED && (char *)address >= actor->stack_end &&
           (char *)address < actor->stack_begin;
}

/* The global that an address is in, and where in it. */
static int64_t object_at(const void *address, int64_t *offset)
{
    for (struct global *each = __start_raddle_globals; each < __stop_raddle_globals; each++)
        if ((char *)address >= each->address && (char *)address < each->address + each->size) {
            *offset = (char *)address - each->address;
            return each->number;
        }
    for (unsigned each = 0; each < actor_count; each++)
        if (is_on_stack(&actors[each], address))
            return STACK;
    return ELSEWHERE;
}

/* A global that the script does not have is seen by no other thread. */
static int is_visible(unsigned location, const void *address)
{
    int64_t offset;
    if (location >= LOCATIONS || location_visible[location] == NONE)
        return 0;
    int64_t object = object_at(address, &offset);
    return object < 0 || global_met[object];
}

static int is_same_memory(const struct point *point, const void *address, size_t bytes)
{
    int64_t offset = 0, object = object_at(address, &offset);
    if (bytes <= 8 && point->bytes <= 8 && bytes != point->bytes)
        return 0;
    if (object == UNKNOWN || point->object == UNKNOWN)
        return 1;
    return object == point->object && (object < 0 || offset == point->offset);
}

/* The position of the next point that is this access; the count of points if there is
   none before the next call or input. Of a block (no address) any piece will do. */
static unsigned next_access(unsigned location, int what, const void *address, size_t bytes)
{
    const struct script *script = me->script;
    for (unsigned each = me->next; each < script->count; each++) {
        const struct point *point = &script->points[each];
        if (point->what == CALL || point->what == INPUT)
            break;
        if (point->location == location && (what < 0 || point->what == what) &&
            (!address || is_same_memory(point, address, bytes)))
            return each;
    }
    return script->count;
}

static void note_difference(const struct point *point, uint64_t found)
{
    uint64_t mask = point->bytes >= 8 ? ~0ULL : (1ULL << 8 * point->bytes) - 1;
    if (!point->has_value || first_difference[0] || point->bytes > 4 ||
        ((found ^ point->value) & mask) == 0)
        return;
    snprintf(first_difference, sizeof first_difference, "%s reads %lld at %s, and %lld in the trace",
             me->script->name, (long long)(found & mask), where(point->location),
             (long long)(point->value & mask));
}

/* Memory that was never written gets the value that the trace has for it. */
static void before_read(const struct point *point, void *address, size_t bytes)
{
    uint64_t found = 0;
    if (!point->has_value || bytes > 8 || bytes < point->bytes)
        return;
    if (point->fill)
        copy_bytes(address, &point->value, point->bytes);
    /* An access that is about to fault is not ours to make. */
    if (ENDING_KIND != MEMORY) {
        copy_bytes(&found, address, bytes);
        note_difference(point, found);
    }
}

/* With the guard. The point of this access, with its turn; NULL if it is none. */
static const struct point *meet_access(int what, void *address, size_t bytes, int writes,
                                       int is_block)
{
    unsigned position;
    arrive();
    activity++;
    me->doing = NULL;
    if (is_over()) {
        beyond();
        return NULL;
    }
    position = next_access(me->location, what, is_block ? NULL : address, bytes);
    if (position == me->script->count) {
        /* What is a register to the trace is a variable here, and clang may not notice that its
           address goes nowhere. */
        if (location_visible[me->location] == SOME || is_on_stack(me, address))
            return NULL;
        diverge(writes ? "a write" : "a read");
    }
    skipped_points += position - me->next;
    skip_to(position);
    const struct point *point = &me->script->points[position];
    if (point->races)
        stand_at_race(point, address, bytes, writes);
    me->next++;
    for (unsigned turn = 0; turn < point->turns; turn++)
        take(turn_of(point, turn));
    return point;
}

static void access_at(void *caller, int what, void *address, size_t bytes)
{
    if (!me)
        return;
    unsigned location = location_of(caller);
    enter();
    me->location = location;
    if (is_visible(location, address)) {
        const struct point *point = meet_access(what, address, bytes, what == WRITE, 0);
        if (point && what == READ)
            before_read(point, address, bytes);
    } else {
        arrive();
    }
    leave();
}

#define CALLER __builtin_return_address(0)

#define ACCESSES(bytes)                                                                      \
    void __tsan_read##bytes(void *at) { access_at(CALLER, READ, at, bytes); }                \
    void __tsan_write##bytes(void *at) { access_at(CALLER, WRITE, at, bytes); }              \
    void __tsan_unaligned_read##bytes(void *at) { access_at(CALLER, READ, at, bytes); }      \
    void __tsan_unaligned_write##bytes(void *at) { access_at(CALLER, WRITE, at, bytes); }    \
    void __tsan_volatile_read##bytes(void *at) { access_at(CALLER, READ, at, bytes); }       \
    void __tsan_volatile_write##bytes(void *at) { access_at(CALLER, WRITE, at, bytes); }     \
    void __tsan_unaligned_volatile_read##bytes(void *at)                                     \
    {                                                                                        \
        access_at(CALLER, READ, at, bytes);                                                  \
    }                                                                                        \
    void __tsan_unaligned_volatile_write##bytes(void *at)                                    \
    {                                                                                        \
        access_at(CALLER, WRITE, at, bytes);                                                 \
    }                                                                                        \
    /* One instruction reads and writes: clang announces both at once. */                    \
    void __tsan_read_write##bytes(void *at)                                                  \
    {                                                                                        \
        access_at(CALLER, READ, at, bytes);                                                  \
        access_at(CALLER, WRITE, at, bytes);                                                 \
    }                                                                                        \
    void __tsan_unaligned_read_write##bytes(void *at)                                        \
    {                                                                                        \
        access_at(CALLER, READ, at, bytes);                                                  \
        access_at(CALLER, WRITE, at, bytes);                                                 \
    }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *at, size_t bytes) { access_at(CALLER, READ, at, bytes); }
void __tsan_write_range(void *at, size_t bytes) { access_at(CALLER, WRITE, at, bytes); }
void __tsan_vptr_read(void **at) { access_at(CALLER, READ, at, sizeof *at); }
void __tsan_vptr_update(void **at, void *value)
{
    (void)value;
    access_at(CALLER, WRITE, at, sizeof *at);
}

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}
void __tsan_acquire(void *at) { (void)at; }
void __tsan_release(void *at) { (void)at; }

/* ---- atomic operations: done here, while the thread has its turn ---- */

/* Takes all accesses of one step at this location; whether one of them writes. */
static int begin_atomic(void *caller, void *address, size_t bytes, int writes)
{
    int wrote = 1;
    if (!me)
        return wrote;
    unsigned location = location_of(caller);
    enter();
    me->location = location;
    if (!is_visible(location, address)) {
        arrive();
        leave();
        return wrote;
    }
    const struct point *point = meet_access(-1, address, bytes, writes, 0);
    if (point) {
        wrote = point->what == WRITE;
        if (point->what == READ)
            before_read(point, address, bytes);
        while (!is_over()) {
            const struct point *next = &me->script->points[me->next];
            if (next->location != location || next->step != point->step ||
                (next->what != READ && next->what != WRITE))
                break;
            wrote |= next->what == WRITE;
            me->next++;
            for (unsigned turn = 0; turn < next->turns; turn++)
                turn_done[turn_of(next, turn)] = 1;
        }
    }
    leave();
    return wrote;
}

static void end_atomic(void)
{
    if (!me)
        return;
    enter();
    arrive();
    leave();
}

#define ATOMIC_UPDATE(bits, type, name, expression)                                          \
    type __tsan_atomic##bits##_##name(volatile type *at, type value, int order)              \
    {                                                                                        \
        (void)order;                                                                         \
        begin_atomic(CALLER, (void *)at, sizeof(type), 1);                                   \
        type old = *at;                                                                      \
        *at = (type)(expression);                                                            \
        end_atomic();                                                                        \
        return old;                                                                          \
    }

#define ATOMICS(bits, type)                                                                  \
    type __tsan_atomic##bits##_load(const volatile type *at, int order)                      \
    {                                                                                        \
        (void)order;                                                                         \
        begin_atomic(CALLER, (void *)at, sizeof(type), 0);                                   \
        type value = *at;                                                                    \
        end_atomic();                                                                        \
        return value;                                                                        \
    }                                                                                        \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int order)               \
    {                                                                                        \
        (void)order;                                                                         \
        begin_atomic(CALLER, (void *)at, sizeof(type), 1);                                   \
        *at = value;                                                                         \
        end_atomic();                                                                        \
    }                                                                                        \
    ATOMIC_UPDATE(bits, type, exchange, value)                                               \
    ATOMIC_UPDATE(bits, type, fetch_add, old + value)                                        \
    ATOMIC_UPDATE(bits, type, fetch_sub, old - value)                                        \
    ATOMIC_UPDATE(bits, type, fetch_and, old &value)                                         \
    ATOMIC_UPDATE(bits, type, fetch_or, old | value)                                         \
    ATOMIC_UPDATE(bits, type, fetch_xor, old ^ value)                                        \
    ATOMIC_UPDATE(bits, type, fetch_nand, ~(old & value))                                    \
    static int exchange_if_##bits(void *caller, volatile type *at, type *expected,           \
                                  type desired, int may_fail)                                \
    {                                                                                        \
        int writes = begin_atomic(caller, (void *)at, sizeof(type), 1);                      \
        type old = *at;                                                                      \
        int equal = old == *expected && (writes || !may_fail);                               \
        if (equal)                                                                           \
            *at = desired;                                                                   \
        else                                                                                 \
            *expected = old;                                                                 \
        end_atomic();                                                                        \
        return equal;                                                                        \
    }                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *at, type *expected,     \
                                                      type desired, int order, int failing)  \
    {                                                                                        \
        (void)order, (void)failing;                                                          \
        return exchange_if_##bits(CALLER, at, expected, desired, 0);                         \
    }                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *at, type *expected,       \
                                                    type desired, int order, int failing)    \
    {                                                                                        \
        (void)order, (void)failing;                                                          \
        return exchange_if_##bits(CALLER, at, expected, desired, 1);                         \
    }                                                                                        \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected,        \
                                                    type desired, int order, int failing)    \
    {                                                                                        \
        (void)order, (void)failing;                                                          \
        exchange_if_##bits(CALLER, at, &expected, desired, 0);                               \
        return expected;                                                                     \
    }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
ATOMICS(128, unsigned __int128)

void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}
