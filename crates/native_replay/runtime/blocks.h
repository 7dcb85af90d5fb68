/* Calls that touch whole blocks of memory, and texts. The trace may have other threads in
   between: a block that it moves itself is moved piece by piece. */

/* ---- texts: in one piece, when the trace is done with them ---- */

/* A compiler may know such a function itself: then it is no point. */
static const struct point *begin_text(const char *function, void *caller)
{
    const struct point *point;
    if (!me)
        return NULL;
    unsigned location = location_of(caller);
    enter();
    me->location = location;
    me->doing = function;
    arrive();
    point = is_over() ? NULL : find_call(function);
    leave();
    return point;
}

#define ORDERED(type, name, parameters, ...)                                                 \
    type __wrap_##name parameters                                                            \
    {                                                                                        \
        const struct point *point = begin_text(#name, CALLER);                               \
        while (point && me->taken < point->turns)                                            \
            take_turn(point);                                                                \
        if (point && !point->call->returns)                                                  \
            take_turn(point);                                                                \
        type result = REAL(name)(__VA_ARGS__);                                               \
        if (point)                                                                           \
            end_call(point);                                                                 \
        return result;                                                                       \
    }

ORDERED(char *, strcpy, (char *to, const char *from), to, from)
ORDERED(char *, strncpy, (char *to, const char *from, size_t size), to, from, size)
ORDERED(char *, strcat, (char *to, const char *from), to, from)
ORDERED(char *, strtok, (char *text, const char *between), text, between)
ORDERED(size_t, strlen, (const char *text), text)
ORDERED(int, strcmp, (const char *one, const char *two), one, two)
ORDERED(int, strncmp, (const char *one, const char *two, size_t size), one, two, size)
ORDERED(int, memcmp, (const void *one, const void *two, size_t size), one, two, size)

/* ---- blocks of memory ---- */

/* Whether the script has this call itself, and not the accesses that it makes. */
static int is_call_next(const char *function)
{
    unsigned position = me->next;
    while (position < me->script->count && (me->script->points[position].what == READ ||
                                            me->script->points[position].what == WRITE)) {
        if (me->script->points[position].location == me->location)
            return 0;
        position++;
    }
    return position < me->script->count && me->script->points[position].what == CALL &&
           is_same_text(me->script->points[position].call->function, function) &&
           me->script->points[position].location == me->location;
}

/* A block on its way. */
struct work {
    unsigned char *to;
    const unsigned char *from;
    size_t size;
    /* What is moved, and for each byte which of the two sides is done. */
    unsigned char *bytes, *done;
    /* Where in its object the block begins, for reads and for writes. */
    int64_t base[2];
    int has_base[2];
};

enum { IS_READ = 1, IS_WRITTEN = 2 };

static void read_piece(struct work *work, size_t start, size_t count)
{
    for (size_t each = start; work->from && each < start + count; each++) {
        if (!(work->done[each] & IS_READ))
            work->bytes[each] = ((const volatile unsigned char *)work->from)[each];
        work->done[each] |= IS_READ;
    }
}

static void write_piece(struct work *work, size_t start, size_t count)
{
    read_piece(work, start, count);
    for (size_t each = start; each < start + count; each++) {
        if (!(work->done[each] & IS_WRITTEN))
            ((volatile unsigned char *)work->to)[each] = work->bytes[each];
        work->done[each] |= IS_WRITTEN;
    }
}

/* Whether the next point is a piece of this block, and where in the block. What was done before
   belongs to the next block at this place, in a loop. */
static int is_piece_next(struct work *work, size_t *start)
{
    if (is_over())
        return 0;
    const struct point *point = &me->script->points[me->next];
    if (point->location != me->location || (point->what != READ && point->what != WRITE))
        return 0;
    int is_write = point->what == WRITE;
    if (!work->has_base[is_write]) {
        work->has_base[is_write] = 1;
        work->base[is_write] = point->offset;
    }
    int64_t offset = point->offset - work->base[is_write];
    if (offset < 0 || (size_t)offset + point->bytes > work->size)
        return 0;
    *start = (size_t)offset;
    return !(work->done[offset] & (is_write ? IS_WRITTEN : IS_READ));
}

/* Moves or fills a block piece by piece, in the order of the trace. `from` is NULL for
   a fill. */
static void work_on_block(unsigned char *to, const unsigned char *from, int fill, size_t size)
{
    unsigned char *bytes = REAL(calloc)(2, size ? size : 1);
    struct work work = {to, from, size, bytes, bytes + size, {0, 0}, {0, 0}};
    size_t start = 0, left = 0;
    if (!bytes)
        not_shown("there is no memory for a copy");
    for (size_t each = 0; !from && each < size; each++)
        bytes[each] = (unsigned char)fill;
    while (size && is_piece_next(&work, &start)) {
        int is_write = me->script->points[me->next].what == WRITE;
        const struct point *point =
            meet_access(-1, is_write ? (void *)to : (void *)from, size, is_write, 1);
        if (!point)
            break;
        if (is_write)
            write_piece(&work, start, point->bytes);
        else
            read_piece(&work, start, point->bytes);
        arrive();
    }
    /* What no other thread sees, padding too, comes in one piece: before anything else, unless the
       thread goes no further in the trace. */
    for (size_t each = 0; each < size; each++)
        left += !(work.done[each] & IS_WRITTEN);
    if (left && is_over())
        beyond();
    /* All of it is read first: it may overlap. */
    read_piece(&work, 0, size);
    write_piece(&work, 0, size);
    REAL(free)(bytes);
}

static void *block(const char *function, void *caller, void *to, const void *from, int fill,
                   size_t size)
{
    if (me) {
        unsigned location = location_of(caller);
        enter();
        me->location = location;
        int is_call = is_call_next(function);
        int is_access = !is_call && (is_visible(location, to) || (from && is_visible(location, from)));
        arrive();
        if (is_access && is_over())
            beyond();
        else if (is_access) {
            work_on_block(to, from, fill, size);
            leave();
            return to;
        }
        leave();
        if (is_call) {
            const struct point *point = begin_call(function, caller);
            race_address = point->races && from ? (void *)from : to;
            race_bytes = size;
            race_writes = !from;
            while (me->taken < point->turns)
                take_turn(point);
            if (!point->call->returns)
                take_turn(point);
            if (from)
                REAL(memmove)(to, from, size);
            else
                REAL(memset)(to, fill, size);
            end_call(point);
            return to;
        }
    }
    return from ? REAL(memmove)(to, from, size) : REAL(memset)(to, fill, size);
}

void *__wrap_memcpy(void *to, const void *from, size_t size)
{
    return block("memcpy", CALLER, to, from, 0, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size)
{
    return block("memmove", CALLER, to, from, 0, size);
}

void *__wrap_memset(void *to, int fill, size_t size)
{
    return block("memset", CALLER, to, NULL, fill, size);
}

void *__tsan_memcpy(void *to, const void *from, size_t size)
{
    return block("memcpy", CALLER, to, from, 0, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size)
{
    return block("memmove", CALLER, to, from, 0, size);
}

void *__tsan_memset(void *to, int fill, size_t size)
{
    return block("memset", CALLER, to, NULL, fill, size);
}
