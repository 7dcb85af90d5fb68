#define _GNU_SOURCE
/* With it the headers call functions that know the size of what they write to. */
#if defined __OPTIMIZE__
#define _FORTIFY_SOURCE 2
#endif
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void __raddle_output(unsigned long long value);

static unsigned long long checksum = 14695981039346656037ULL;

/* For the next program in the same file. */
static void start_again(void)
{
    checksum = 14695981039346656037ULL;
}

static void out(unsigned long long value)
{
    checksum = (checksum ^ value) * 1099511628211ULL;
    __raddle_output(value);
}

/* Eight at a time. */
static void out_bytes(const void *memory, size_t size)
{
    const unsigned char *bytes = memory;
    unsigned long long some = 0;
    for (size_t at = 0; at < size; at++) {
        some = some << 8 | bytes[at];
        if (at % 8 == 7)
            out(some);
    }
    if (size % 8 != 0)
        out(some << 8 | size);
}

static void out_text(const char *text)
{
    size_t length = 0;
    while (text[length] != 0)
        length++;
    out_bytes(text, length + 1);
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static long long distance(const void *from, const void *to)
{
    return to ? (const char *)to - (const char *)from : -1;
}

/* The bits of a NaN are not C's to say. */
static unsigned long long bits(double number)
{
    unsigned long long result;
    if (number != number)
        return 1;
    memcpy(&result, &number, sizeof result);
    return result;
}

static int ascending(const void *one, const void *other)
{
    int left = *(const int *)one, right = *(const int *)other;
    return (left > right) - (left < right);
}

/* Never equal for different numbers. */
static int by_last_digit(const void *one, const void *other)
{
    int left = *(const int *)one % 10, right = *(const int *)other % 10;
    return left != right ? left - right : ascending(one, other);
}

