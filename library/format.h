/* Conversion specifications of printf and scanf. */

#ifndef RADDLE_FORMAT_H
#define RADDLE_FORMAT_H

#include "raddle.h"

typedef __builtin_va_list va_list;
#define va_start __builtin_va_start
#define va_end __builtin_va_end
#define va_arg __builtin_va_arg

int vsnprintf(char *to, size_t size, const char *format, va_list arguments);

/* Reads a format and what its conversions take, and makes no text of it. */
void __raddle_read_format(const char *format, va_list arguments);

/* A function that prints: the result is any value. The parameters before the
   format end with a comma. */
#define DEFINE_PRINT(name, ...)                                                                    \
    int name(__VA_ARGS__ const char *format, ...)                                                  \
    {                                                                                              \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        __raddle_read_format(format, arguments);                                                   \
        va_end(arguments);                                                                         \
        return __raddle_nondet_int();                                                              \
    }
#define DEFINE_PRINT_LIST(name, ...)                                                               \
    int name(__VA_ARGS__ const char *format, va_list arguments)                                    \
    {                                                                                              \
        __raddle_read_format(format, arguments);                                                   \
        return __raddle_nondet_int();                                                              \
    }

/* How wide an integer argument is, by its length modifiers. */
enum length { LENGTH_CHAR, LENGTH_SHORT, LENGTH_INT, LENGTH_LONG, LENGTH_LONG_LONG, LENGTH_DOUBLE };

/* Reads "hh", "h", "l", "ll", "j", "z", "t" or "L", and moves past it. */
static inline enum length length_modifier(const char **format)
{
    char first = **format;
    if (first == 'z' || first == 't') {
        ++*format;
        return LENGTH_LONG;
    }
    if (first == 'j') {
        ++*format;
        return LENGTH_LONG_LONG;
    }
    if (first == 'L') {
        ++*format;
        return LENGTH_DOUBLE;
    }
    if (first != 'h' && first != 'l')
        return LENGTH_INT;
    ++*format;
    if (**format != first)
        return first == 'h' ? LENGTH_SHORT : LENGTH_LONG;
    ++*format;
    return first == 'h' ? LENGTH_CHAR : LENGTH_LONG_LONG;
}

#endif
