/* Values from a text that nobody knows: scanf stores any values, and as many of
   them as it likes. Reading a text that is known (sscanf) is unsupported. */

#include "format.h"

static void store_integer(void *to, enum length length)
{
    switch (length) {
    case LENGTH_CHAR:
        *(char *)to = __raddle_nondet_char();
        break;
    case LENGTH_SHORT:
        *(short *)to = __raddle_nondet_short();
        break;
    case LENGTH_INT:
        *(int *)to = __raddle_nondet_int();
        break;
    case LENGTH_LONG:
        *(long *)to = __raddle_nondet_long();
        break;
    case LENGTH_LONG_LONG:
    case LENGTH_DOUBLE:
        *(long long *)to = __raddle_nondet_longlong();
        break;
    }
}

static void store_float(void *to, enum length length)
{
    if (length == LENGTH_INT)
        *(float *)to = __raddle_nondet_float();
    else if (length == LENGTH_LONG)
        *(double *)to = __raddle_nondet_double();
    else
        __raddle_unsupported("scanf of a long double");
}

/* At most `width` characters that are no white space, and the end. */
static void store_string(char *to, int width)
{
    int length = 0;
    if (width == 0)
        __raddle_unsupported("scanf of a string without a width");
    do {
        char character = __raddle_nondet_char();
        __raddle_assume(character != 0 && character != ' ' &&
                        (character < '\t' || character > '\r'));
        to[length++] = character;
    } while (length < width && __raddle_nondet_bool());
    to[length] = 0;
}

static void store_characters(char *to, int width)
{
    int length = width == 0 ? 1 : width;
    for (int at = 0; at < length; at++)
        to[at] = __raddle_nondet_char();
}

static void store(void *to, char conversion, enum length length, int width)
{
    switch (conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        store_integer(to, length);
        break;
    case 'e':
    case 'f':
    case 'g':
        store_float(to, length);
        break;
    case 'c':
        store_characters(to, width);
        break;
    case 's':
        store_string(to, width);
        break;
    case 'p':
        *(void **)to = __raddle_nondet_pointer();
        break;
    default:
        __raddle_unsupported("a conversion of scanf");
    }
}

/* The end of the input may come before any conversion (then the result is -1 if
   nothing was stored), and so may a text that does not fit. That either comes before a
   character that must be there makes a difference only if nothing is stored at all: white
   space never fails. */
static int scan(const char *format, va_list *arguments)
{
    int stored = 0, literal = 0;
    while (*format != 0) {
        int width = 0, skip = 0;
        enum length length;
        char conversion;
        if (*format != '%') {
            literal |= *format != ' ' && (*format < '\t' || *format > '\r');
            format++;
            continue;
        }
        format++;
        if (*format == '*') {
            skip = 1;
            format++;
        }
        while (*format >= '0' && *format <= '9')
            width = width * 10 + (*format++ - '0');
        length = length_modifier(&format);
        conversion = *format;
        if (conversion == 0)
            break;
        format++;
        if (conversion == '%') {
            literal = 1;
            continue;
        }
        if (__raddle_nondet_bool())
            return stored == 0 && __raddle_nondet_bool() ? -1 : stored;
        if (!skip) {
            store(va_arg(*arguments, void *), conversion, length, width);
            stored++;
        }
    }
    return stored == 0 && literal && __raddle_nondet_bool() ? -1 : stored;
}

static int scan_list(const char *format, va_list arguments)
{
    va_list own;
    int stored;
    __builtin_va_copy(own, arguments);
    stored = scan(format, &own);
    va_end(own);
    return stored;
}

#define DEFINE_SCAN(name, ...)                                                                     \
    int name(__VA_ARGS__ const char *format, ...)                                                  \
    {                                                                                              \
        va_list arguments;                                                                         \
        int stored;                                                                                \
        va_start(arguments, format);                                                               \
        stored = scan_list(format, arguments);                                                     \
        va_end(arguments);                                                                         \
        return stored;                                                                             \
    }

/* What headers call them depends on the standard that they follow. */
DEFINE_SCAN(scanf, )
DEFINE_SCAN(__isoc99_scanf, )
DEFINE_SCAN(__isoc23_scanf, )
DEFINE_SCAN(fscanf, void *stream, )
DEFINE_SCAN(__isoc99_fscanf, void *stream, )
DEFINE_SCAN(__isoc23_fscanf, void *stream, )

int sscanf(const char *text, const char *format, ...)
{
    __raddle_unsupported("sscanf");
    return -1;
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    __raddle_unsupported("sscanf");
    return -1;
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    __raddle_unsupported("sscanf");
    return -1;
}

int vscanf(const char *format, va_list arguments)
{
    return scan_list(format, arguments);
}

int vfscanf(void *stream, const char *format, va_list arguments)
{
    return scan_list(format, arguments);
}

int vsscanf(const char *text, const char *format, va_list arguments)
{
    __raddle_unsupported("vsscanf");
    return -1;
}
