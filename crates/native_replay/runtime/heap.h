/* The heap. Where a memory error is to be seen, each object ends at the end of a page,
   behind which there is nothing, and what was freed is never used again: wrong accesses
   really fault. Otherwise the program has the heap that it always has. */

struct block {
    char *object, *start;
    size_t size, whole;
    int is_freed;
};

enum { PAGE = 4096, MOST_BLOCKS = 1 << 16 };

static struct block blocks[ENDING_KIND == MEMORY ? MOST_BLOCKS : 1];
static unsigned block_count;

static struct block *block_at(const void *object)
{
    for (unsigned each = 0; each < block_count; each++)
        if (blocks[each].object == object)
            return &blocks[each];
    return NULL;
}

/* Of a size that is no multiple of 16 the alignment is as small as the size lets it be: then the end
   of the object is the end of the page. */
static void *guarded(size_t size)
{
    size_t alignment = size % 16 == 0 ? 16 : size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : 1;
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    size_t room = (size + alignment - 1) / alignment * alignment;
    if (ENDING_KIND != MEMORY || block_count == MOST_BLOCKS || size > SIZE_MAX / 2)
        return NULL;
    char *start = mmap(NULL, whole + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0);
    if (start == MAP_FAILED || mprotect(start + whole, PAGE, PROT_NONE) != 0)
        return NULL;
    enter();
    struct block *block = &blocks[block_count++];
    block->object = start + whole - room;
    block->start = start;
    block->size = size;
    block->whole = whole;
    leave();
    return block->object;
}

/* Takes the turns of the call; whether the trace refuses the memory. */
static int is_refused(const struct point *point)
{
    while (point && me->taken < point->turns)
        take_turn(point);
    if (point && !point->call->returns)
        take_turn(point);
    return point && point->call->has_result && point->call->result == 0;
}

static void *new_object(size_t size, int zeroed)
{
    void *object = me ? guarded(size) : NULL;
    return object ? object : zeroed ? REAL(calloc)(1, size) : REAL(malloc)(size);
}

static void *allocate(const struct point *point, size_t size, int zeroed)
{
    void *object = is_refused(point) ? NULL : new_object(size, zeroed);
    if (me)
        end_call(point);
    return object;
}

void *__wrap_malloc(size_t size)
{
    START("malloc");
    return allocate(point, size, 0);
}

void *__wrap_calloc(size_t count, size_t size)
{
    START("calloc");
    if (size && count > SIZE_MAX / size)
        return NULL;
    return allocate(point, count * size, 1);
}

/* With its turn. */
static void give_back(void *object)
{
    struct block *block = block_at(object);
    if (!block) {
        REAL(free)(object);
    } else if (block->is_freed) {
        /* As the C library does. */
        tell("free(): double free detected\n");
        raise(SIGABRT);
    } else {
        block->is_freed = 1;
        mprotect(block->start, block->whole, PROT_NONE);
    }
}

void __wrap_free(void *object)
{
    START("free");
    struct block *block = block_at(object);
    if (point && point->races) {
        race_address = object;
        race_bytes = block ? block->size : malloc_usable_size(object);
        race_writes = 1;
    }
    is_refused(point);
    give_back(object);
    if (me)
        end_call(point);
}

static void *reallocate(const struct point *point, void *object, size_t size)
{
    struct block *block = block_at(object);
    void *result;
    if (is_refused(point)) {
        result = NULL;
    } else if (block || (!object && ENDING_KIND == MEMORY)) {
        result = guarded(size);
        if (result && block) {
            copy_bytes(result, block->object, size < block->size ? size : block->size);
            give_back(object);
        }
    } else {
        result = REAL(realloc)(object, size);
    }
    if (me)
        end_call(point);
    return result;
}

void *__wrap_realloc(void *object, size_t size)
{
    START("realloc");
    return reallocate(point, object, size);
}

void *__wrap_reallocarray(void *object, size_t count, size_t size)
{
    START("reallocarray");
    if (size && count > SIZE_MAX / size)
        return NULL;
    return reallocate(point, object, count * size);
}

/* A text of at most so many characters. */
static char *duplicate(const struct point *point, const char *text, size_t most)
{
    char *copy = NULL;
    if (!is_refused(point)) {
        size_t length = 0;
        while (length < most && text[length])
            length++;
        copy = new_object(length + 1, 1);
        if (copy)
            copy_bytes(copy, text, length);
    }
    if (me)
        end_call(point);
    return copy;
}

char *__wrap_strdup(const char *text)
{
    START("strdup");
    return duplicate(point, text, SIZE_MAX);
}

char *__wrap_strndup(const char *text, size_t most)
{
    START("strndup");
    return duplicate(point, text, most);
}
