/* Allocation, and the functions of <string.h> that treat memory as bytes.

   Copies move bytes that were never written as they are. Each element is an
   access of its own, so another thread can run in between: elements are the
   largest naturally aligned ones that fit. */

#include "raddle.h"

/* Whether malloc may return NULL; the command line sets this. */
int __raddle_option_malloc_fails = 0;

void *memcpy(void *to, const void *from, size_t size);

/* Where allocations can fail at all. What is larger than a difference of pointers can tell
   fails for certain. */
static int is_too_much(size_t size)
{
    return __raddle_option_malloc_fails && (size > __PTRDIFF_MAX__ || __raddle_nondet_bool());
}

static int out_of_memory(size_t size)
{
    if (!is_too_much(size))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return out_of_memory(size) ? NULL : __raddle_allocate(size);
}

void *calloc(size_t count, size_t size)
{
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return out_of_memory(total) ? NULL : __raddle_allocate_zeroed(total);
}

void free(void *pointer)
{
    __raddle_free(pointer);
}

void cfree(void *pointer)
{
    __raddle_free(pointer);
}

/* The new object is always another one: whoever keeps the old pointer is found
   out. Of size 0 it frees, as glibc does. */
void *realloc(void *old, size_t size)
{
    size_t old_size;
    void *new;
    if (old == NULL)
        return malloc(size);
    if (size == 0) {
        __raddle_free(old);
        return NULL;
    }
    if (out_of_memory(size))
        return NULL;
    new = __raddle_allocate(size);
    old_size = __raddle_object_size(old);
    memcpy(new, old, old_size < size ? old_size : size);
    __raddle_free(old);
    return new;
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, total);
}

/* Every object starts at an address that is as aligned as can be. */
void *aligned_alloc(size_t alignment, size_t size)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
        errno = EINVAL;
        return NULL;
    }
    return malloc(size);
}

void *memalign(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void *valloc(size_t size)
{
    return malloc(size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    void *new;
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    if (is_too_much(size))
        return ENOMEM;
    new = __raddle_allocate(size);
    *result = new;
    return 0;
}

size_t malloc_usable_size(void *pointer)
{
    return pointer == NULL ? 0 : __raddle_object_size(pointer);
}

/* ---- copies ---- */

/* Both ends of an element may be shared: it goes through memory of our own. */
static void copy_1(char *to, const char *from)
{
    unsigned char scratch;
    __raddle_copy1(&scratch, from);
    __raddle_copy1(to, &scratch);
}

static void copy_2(char *to, const char *from)
{
    unsigned short scratch;
    __raddle_copy2(&scratch, from);
    __raddle_copy2(to, &scratch);
}

static void copy_4(char *to, const char *from)
{
    unsigned scratch;
    __raddle_copy4(&scratch, from);
    __raddle_copy4(to, &scratch);
}

static void copy_8(char *to, const char *from)
{
    unsigned long long scratch;
    __raddle_copy8(&scratch, from);
    __raddle_copy8(to, &scratch);
}

static int aligned(const char *one, const char *other, size_t element)
{
    return ((uintptr_t)one % element | (uintptr_t)other % element) == 0;
}

/* The size of the element that begins at both addresses, if `left` bytes follow. */
static size_t element_at(const char *to, const char *from, size_t left)
{
    if (left >= 8 && aligned(to, from, 8))
        return 8;
    if (left >= 4 && aligned(to, from, 4))
        return 4;
    if (left >= 2 && aligned(to, from, 2))
        return 2;
    return 1;
}

static void copy_element(char *to, const char *from, size_t element)
{
    switch (element) {
    case 8:
        copy_8(to, from);
        break;
    case 4:
        copy_4(to, from);
        break;
    case 2:
        copy_2(to, from);
        break;
    default:
        copy_1(to, from);
    }
}

static void copy_forward(char *to, const char *from, size_t size)
{
    size_t done = 0;
    while (done < size) {
        size_t element = element_at(to + done, from + done, size - done);
        copy_element(to + done, from + done, element);
        done += element;
    }
}

/* The element that ends at both addresses is found by looking backwards. */
static void copy_backward(char *to, const char *from, size_t size)
{
    size_t left = size;
    while (left > 0) {
        size_t element = element_at(to + left, from + left, left);
        left -= element;
        copy_element(to + left, from + left, element);
    }
}

void *memcpy(void *to, const void *from, size_t size)
{
    copy_forward(to, from, size);
    return to;
}

void *mempcpy(void *to, const void *from, size_t size)
{
    copy_forward(to, from, size);
    return (char *)to + size;
}

/* Going upwards is wrong only if the target begins inside the source. */
void *memmove(void *to, const void *from, size_t size)
{
    if ((uintptr_t)to - (uintptr_t)from < size)
        copy_backward(to, from, size);
    else
        copy_forward(to, from, size);
    return to;
}

void bcopy(const void *from, void *to, size_t size)
{
    memmove(to, from, size);
}

void *memset(void *to, int value, size_t size)
{
    unsigned long long pattern = (unsigned char)value * 0x0101010101010101ull;
    char *at = to;
    size_t left = size;
    while (left > 0) {
        size_t element = element_at(at, at, left);
        switch (element) {
        case 8:
            *(unsigned long long *)at = pattern;
            break;
        case 4:
            *(unsigned *)at = (unsigned)pattern;
            break;
        case 2:
            *(unsigned short *)at = (unsigned short)pattern;
            break;
        default:
            *at = (char)pattern;
        }
        at += element;
        left -= element;
    }
    return to;
}

void bzero(void *to, size_t size)
{
    memset(to, 0, size);
}

void explicit_bzero(void *to, size_t size)
{
    memset(to, 0, size);
}

/* Stops at the end of `size` or after the first byte that equals `stop`. */
void *memccpy(void *to, const void *from, int stop, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t at = 0; at < size; at++) {
        target[at] = source[at];
        if (target[at] == (unsigned char)stop)
            return target + at + 1;
    }
    return NULL;
}

/* ---- looking ---- */

int memcmp(const void *one, const void *other, size_t size)
{
    /* Both must be as large as that, wherever they differ. */
    const unsigned char *a = one, *b = other;
    int result = 0;
    for (size_t at = 0; at < size; at++) {
        int difference = a[at] - b[at];
        if (result == 0)
            result = difference;
    }
    return result;
}

int bcmp(const void *one, const void *other, size_t size)
{
    return memcmp(one, other, size);
}

void *memchr(const void *memory, int value, size_t size)
{
    const unsigned char *bytes = memory;
    for (size_t at = 0; at < size; at++)
        if (bytes[at] == (unsigned char)value)
            return (void *)(bytes + at);
    return NULL;
}

void *memrchr(const void *memory, int value, size_t size)
{
    const unsigned char *bytes = memory;
    for (size_t at = size; at > 0; at--)
        if (bytes[at - 1] == (unsigned char)value)
            return (void *)(bytes + at - 1);
    return NULL;
}
