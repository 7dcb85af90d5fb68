/* What the compiler calls for atomic objects that no instruction fits. (Those
   that do fit never come here.) C names them by assembly labels, since it keeps
   the names themselves for its own built-in functions. */

#include "raddle.h"

/* Within a section. */
static void move(void *to, const void *from, size_t size)
{
    char *target = to;
    const char *source = from;
    for (size_t at = 0; at < size; at++) {
        char scratch;
        __raddle_copy1(&scratch, source + at);
        __raddle_copy1(target + at, &scratch);
    }
}

static int same(const void *one, const void *other, size_t size)
{
    const char *a = one, *b = other;
    for (size_t at = 0; at < size; at++)
        if (a[at] != b[at])
            return 0;
    return 1;
}

/* What these order, by the first byte of the object. The compiler says beside the call where
   an order is weaker than all others. What is relaxed counts for fences. */
static void acquire(void *object, int order)
{
    if (order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE)
        (void)ACQUIRE(*(char *)object);
    else
        (void)RELAXED(*(char *)object);
}

static void release(void *object, int order)
{
    if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST)
        RELEASE(*(char *)object, *(char *)object);
    else
        (void)__atomic_fetch_or((char *)object, 0, __ATOMIC_RELAXED);
}

/* Of a store: it ends the release sequences of others. */
static void release_alone(void *object, int order)
{
    __atomic_store_n((char *)object, *(char *)object, __ATOMIC_RELAXED);
    release(object, order);
}

/* ---- of any size ---- */

void generic_load(size_t size, void *object, void *result, int order) __asm__("__atomic_load");
void generic_store(size_t size, void *object, void *value, int order) __asm__("__atomic_store");
void generic_exchange(size_t size, void *object, void *value, void *result,
                      int order) __asm__("__atomic_exchange");
_Bool generic_compare_exchange(size_t size, void *object, void *expected, void *desired,
                               int success,
                               int failure) __asm__("__atomic_compare_exchange");
_Bool generic_is_lock_free(size_t size, void *object) __asm__("__atomic_is_lock_free");

void generic_load(size_t size, void *object, void *result, int order)
{
    __raddle_atomic_begin();
    move(result, object, size);
    acquire(object, order);
    __raddle_atomic_end();
}

void generic_store(size_t size, void *object, void *value, int order)
{
    __raddle_atomic_begin();
    move(object, value, size);
    release_alone(object, order);
    __raddle_atomic_end();
}

void generic_exchange(size_t size, void *object, void *value, void *result, int order)
{
    __raddle_atomic_begin();
    move(result, object, size);
    acquire(object, order);
    move(object, value, size);
    release(object, order);
    __raddle_atomic_end();
}

_Bool generic_compare_exchange(size_t size, void *object, void *expected, void *desired,
                               int success, int failure)
{
    _Bool equal;
    __raddle_atomic_begin();
    equal = same(object, expected, size);
    acquire(object, equal ? success : failure);
    if (equal) {
        move(object, desired, size);
        release(object, success);
    } else {
        move(expected, object, size);
    }
    __raddle_atomic_end();
    return equal;
}

_Bool generic_is_lock_free(size_t size, void *object)
{
    return size == 1 || size == 2 || size == 4 || size == 8;
}

/* ---- of 8 bytes on targets that have no such instruction ---- */

typedef unsigned long long wide;

#define LABEL(name) __asm__("__atomic_" name "_8")

wide wide_load(const void *object, int order) LABEL("load");
void wide_store(void *object, wide value, int order) LABEL("store");
wide wide_exchange(void *object, wide value, int order) LABEL("exchange");
_Bool wide_compare_exchange(void *object, void *expected, wide desired, int success,
                            int failure) LABEL("compare_exchange");

wide wide_load(const void *object, int order)
{
    wide value;
    __raddle_atomic_begin();
    value = *(const wide *)object;
    acquire((void *)object, order);
    __raddle_atomic_end();
    return value;
}

void wide_store(void *object, wide value, int order)
{
    __raddle_atomic_begin();
    *(wide *)object = value;
    release_alone(object, order);
    __raddle_atomic_end();
}

wide wide_exchange(void *object, wide value, int order)
{
    wide old;
    __raddle_atomic_begin();
    old = *(wide *)object;
    acquire(object, order);
    *(wide *)object = value;
    release(object, order);
    __raddle_atomic_end();
    return old;
}

_Bool wide_compare_exchange(void *object, void *expected, wide desired, int success, int failure)
{
    return generic_compare_exchange(8, object, expected, &desired, success, failure);
}

#define DEFINE_FETCH(name, label, expression)                                                      \
    wide name(void *object, wide value, int order) LABEL(label);                                   \
    wide name(void *object, wide value, int order)                                                 \
    {                                                                                              \
        wide old;                                                                                  \
        __raddle_atomic_begin();                                                                   \
        old = *(wide *)object;                                                                     \
        acquire(object, order);                                                                    \
        *(wide *)object = expression;                                                              \
        release(object, order);                                                                    \
        __raddle_atomic_end();                                                                     \
        return old;                                                                                \
    }

DEFINE_FETCH(wide_fetch_add, "fetch_add", old + value)
DEFINE_FETCH(wide_fetch_sub, "fetch_sub", old - value)
DEFINE_FETCH(wide_fetch_and, "fetch_and", old & value)
DEFINE_FETCH(wide_fetch_or, "fetch_or", old | value)
DEFINE_FETCH(wide_fetch_xor, "fetch_xor", old ^ value)
DEFINE_FETCH(wide_fetch_nand, "fetch_nand", ~(old & value))

/* <stdatomic.h> as functions. */
void atomic_thread_fence(int order)
{
    switch (order) {
    case __ATOMIC_RELAXED:
        break;
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE:
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        break;
    case __ATOMIC_RELEASE:
        __atomic_thread_fence(__ATOMIC_RELEASE);
        break;
    default:
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    }
}

void atomic_signal_fence(int order)
{
}
