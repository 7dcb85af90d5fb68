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

/* Moves or fills a block piece by piece, in the order of the trace. `from` is NULL for
   a fill. */
static void work_on_block(unsigned char *to, const unsigned char *from, int fill, size_t size)
{
    unsigned char *scratch = REAL(malloc)(size ? size : 1);
    int64_t read_base = 0, write_base = 0;
    int reads = 0, writes = 0;
    const struct point *point;
    if (!scratch)
        not_shown("there is no memory for a copy");
    for (size_t each = 0; each < size; each++)
        scratch[each] = from ? from[each] : (unsigned char)fill;
    while (!is_over() && me->script->points[me->next].location == me->location &&
           (me->script->points[me->next].what == READ ||
            me->script->points[me->next].what == WRITE)) {
        int is_write = me->script->points[me->next].what == WRITE;
        point = meet_access(-1, is_write ? (void *)to : (void *)from, size, is_write, 1);
        if (!point)
            break;
        int64_t *base = is_write ? &write_base : &read_base;
        int *count = is_write ? &writes : &reads;
        if ((*count)++ == 0)
            *base = point->offset;
        size_t offset = (size_t)(point->offset - *base);
        if (offset + point->bytes <= size) {
            if (is_write)
                copy_bytes(to + offset, scratch + offset, point->bytes);
            else if (from)
                copy_bytes(scratch + offset, from + offset, point->bytes);
        }
        arrive();
        /* The next block at this place is another one. */
        if ((is_write ? offset + point->bytes >= size : 0))
            break;
    }
    /* What nobody sees, padding too, comes in one piece. */
    if (!writes)
        copy_bytes(to, scratch, size);
    REAL(free)(scratch);
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
