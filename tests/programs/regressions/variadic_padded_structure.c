// Structures of sixteen bytes of which only eight mean anything: one integer register has
// them, but the callee copies sixteen bytes from where the registers were kept.
// expect: assert holds
// expect: memory holds
#include <assert.h>
#include <stdarg.h>

struct aligned {
    _Alignas(16) long value;
};

struct reserved {
    long value;
    long : 64;
};

/* What is passed is a member of a member. */
struct nested {
    union {
        long value;
        double number;
    } member;
    char : 7;
};

static struct aligned everywhere = {7};

static long last_aligned(int count, ...)
{
    va_list all;
    va_start(all, count);
    for (int at = 1; at < count; at++)
        (void)va_arg(all, long);
    struct aligned found = va_arg(all, struct aligned);
    va_end(all);
    return found.value;
}

static long last_reserved(int count, ...)
{
    va_list all;
    va_start(all, count);
    struct reserved found = va_arg(all, struct reserved);
    va_end(all);
    return found.value;
}

static long last_nested(int count, ...)
{
    va_list all;
    va_start(all, count);
    struct nested found = va_arg(all, struct nested);
    va_end(all);
    return found.member.value;
}

int main(void)
{
    struct nested inside = {{.value = 5}};
    struct aligned here = {3};
    struct reserved there = {4};
    assert(last_aligned(1, here) == 3);
    assert(last_aligned(1, everywhere) == 7);
    assert(last_aligned(5, 1L, 2L, 3L, 4L, here) == 3);
    assert(last_aligned(6, 1L, 2L, 3L, 4L, 5L, everywhere) == 7);
    assert(last_reserved(1, there) == 4);
    assert(last_nested(1, inside) == 5);
    return 0;
}
