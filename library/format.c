/* Text made from values: snprintf and its family. Integers, characters, strings
   and pointers; floating-point conversions are unsupported. And text that nobody
   sees: printf reads all that it is given, and formats nothing. */

#include "format.h"
#include "read.h"

size_t strlen(const char *string);

/* Where the text goes: what does not fit is counted only. */
struct sink {
    char *to;
    size_t size;
    size_t length;
};

struct specification {
    int left, plus, space, alternative, zero;
    int width;
    /* -1: none given. */
    int precision;
    enum length length;
    char conversion;
};

static void put(struct sink *sink, char character)
{
    if (sink->length + 1 < sink->size)
        sink->to[sink->length] = character;
    sink->length++;
}

static void put_many(struct sink *sink, char character, int count)
{
    for (; count > 0; count--)
        put(sink, character);
}

/* A sign or prefix and a body, padded to the width. */
static void put_field(struct sink *sink, const struct specification *wanted, const char *prefix,
                      const char *body, int length, int zeros)
{
    int padding = wanted->width - (int)strlen(prefix) - zeros - length;
    if (wanted->zero && !wanted->left && padding > 0) {
        zeros += padding;
        padding = 0;
    }
    if (!wanted->left)
        put_many(sink, ' ', padding);
    while (*prefix != 0)
        put(sink, *prefix++);
    put_many(sink, '0', zeros);
    for (int at = 0; at < length; at++)
        put(sink, body[at]);
    if (wanted->left)
        put_many(sink, ' ', padding);
}

/* ---- integers ---- */

static void put_number(struct sink *sink, struct specification *wanted, const char *prefix,
                       unsigned long long magnitude, unsigned base)
{
    const char *digits =
        wanted->conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char buffer[24];
    int start = sizeof buffer, length, zeros = 0;
    while (magnitude != 0) {
        buffer[--start] = digits[magnitude % base];
        magnitude /= base;
    }
    length = (int)sizeof buffer - start;
    if (wanted->precision >= 0) {
        wanted->zero = 0;
        zeros = wanted->precision > length ? wanted->precision - length : 0;
    } else if (length == 0) {
        zeros = 1;
    }
    if (base == 8 && wanted->alternative && zeros == 0)
        zeros = 1;
    put_field(sink, wanted, prefix, buffer + start, length, zeros);
}

static long long signed_argument(enum length length, va_list *arguments)
{
    switch (length) {
    case LENGTH_CHAR:
        return (signed char)va_arg(*arguments, int);
    case LENGTH_SHORT:
        return (short)va_arg(*arguments, int);
    case LENGTH_LONG:
        return va_arg(*arguments, long);
    case LENGTH_LONG_LONG:
    case LENGTH_DOUBLE:
        return va_arg(*arguments, long long);
    case LENGTH_INT:
        break;
    }
    return va_arg(*arguments, int);
}

static unsigned long long unsigned_argument(enum length length, va_list *arguments)
{
    switch (length) {
    case LENGTH_CHAR:
        return (unsigned char)va_arg(*arguments, int);
    case LENGTH_SHORT:
        return (unsigned short)va_arg(*arguments, int);
    case LENGTH_LONG:
        return va_arg(*arguments, unsigned long);
    case LENGTH_LONG_LONG:
    case LENGTH_DOUBLE:
        return va_arg(*arguments, unsigned long long);
    case LENGTH_INT:
        break;
    }
    return va_arg(*arguments, unsigned);
}

static void put_signed(struct sink *sink, struct specification *wanted, long long number)
{
    unsigned long long magnitude = (unsigned long long)number;
    const char *prefix = wanted->plus ? "+" : wanted->space ? " " : "";
    if (number < 0) {
        magnitude = -magnitude;
        prefix = "-";
    }
    put_number(sink, wanted, prefix, magnitude, 10);
}

static void put_unsigned(struct sink *sink, struct specification *wanted,
                         unsigned long long number)
{
    const char *prefix = "";
    unsigned base = 10;
    if (wanted->conversion == 'o') {
        base = 8;
    } else if (wanted->conversion != 'u') {
        base = 16;
        if (wanted->alternative && number != 0)
            prefix = wanted->conversion == 'X' ? "0X" : "0x";
    }
    put_number(sink, wanted, prefix, number, base);
}

/* ---- one conversion ---- */

/* How much of a string is wanted at most. */
static size_t limit_of(const struct specification *wanted)
{
    if (wanted->length == LENGTH_LONG)
        __raddle_unsupported("a wide string in a format");
    return wanted->precision < 0 ? (size_t)-1 : (size_t)wanted->precision;
}

static void put_string(struct sink *sink, struct specification *wanted, const char *string)
{
    size_t limit = limit_of(wanted);
    if (string == NULL)
        string = "(null)";
    wanted->zero = 0;
    put_field(sink, wanted, "", string, (int)limited_length(string, limit), 0);
}

static void put_character(struct sink *sink, struct specification *wanted, int character)
{
    char byte = (char)character;
    wanted->zero = 0;
    put_field(sink, wanted, "", &byte, 1, 0);
}

static void put_pointer(struct sink *sink, struct specification *wanted, void *pointer)
{
    if (pointer == NULL) {
        put_field(sink, wanted, "", "(nil)", 5, 0);
        return;
    }
    wanted->alternative = 1;
    put_unsigned(sink, wanted, (uintptr_t)pointer);
}

static void put_conversion(struct sink *sink, struct specification *wanted, va_list *arguments)
{
    switch (wanted->conversion) {
    case 'd':
    case 'i':
        put_signed(sink, wanted, signed_argument(wanted->length, arguments));
        break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_unsigned(sink, wanted, unsigned_argument(wanted->length, arguments));
        break;
    case 'c':
        put_character(sink, wanted, va_arg(*arguments, int));
        break;
    case 's':
        put_string(sink, wanted, va_arg(*arguments, const char *));
        break;
    case 'p':
        put_pointer(sink, wanted, va_arg(*arguments, void *));
        break;
    case '%':
        put(sink, '%');
        break;
    default:
        __raddle_unsupported("a conversion of snprintf (floating-point, %n or unknown)");
    }
}

/* ---- reading a specification ---- */

static const char *read_flags(const char *format, struct specification *wanted)
{
    wanted->left = wanted->plus = wanted->space = wanted->alternative = wanted->zero = 0;
    for (;; format++) {
        switch (*format) {
        case '-':
            wanted->left = 1;
            break;
        case '+':
            wanted->plus = 1;
            break;
        case ' ':
            wanted->space = 1;
            break;
        case '#':
            wanted->alternative = 1;
            break;
        case '0':
            wanted->zero = 1;
            break;
        default:
            return format;
        }
    }
}

/* A number, or a star for an argument. */
static const char *read_count(const char *format, int *count, va_list *arguments)
{
    *count = 0;
    if (*format == '*') {
        *count = va_arg(*arguments, int);
        return format + 1;
    }
    while (*format >= '0' && *format <= '9')
        *count = *count * 10 + (*format++ - '0');
    return format;
}

static const char *read_specification(const char *format, struct specification *wanted,
                                      va_list *arguments)
{
    format = read_flags(format, wanted);
    format = read_count(format, &wanted->width, arguments);
    if (wanted->width < 0) {
        wanted->left = 1;
        wanted->width = -wanted->width;
    }
    wanted->precision = -1;
    if (*format == '.')
        format = read_count(format + 1, &wanted->precision, arguments);
    wanted->length = length_modifier(&format);
    wanted->conversion = *format;
    return *format == 0 ? format : format + 1;
}

static int format_all(struct sink *sink, const char *format, va_list *arguments)
{
    while (*format != 0) {
        struct specification wanted;
        if (*format != '%') {
            put(sink, *format++);
            continue;
        }
        format = read_specification(format + 1, &wanted, arguments);
        put_conversion(sink, &wanted, arguments);
    }
    if (sink->size > 0)
        sink->to[sink->length < sink->size ? sink->length : sink->size - 1] = 0;
    return (int)sink->length;
}

/* ---- arguments that are read only ---- */

/* A structure is passed as its only member, but to take it asks for no value: a
   variable that was never written may be printed. */
struct an_int {
    int value;
};
struct a_long {
    long value;
};
struct a_long_long {
    long long value;
};
struct a_double {
    double value;
};

static void skip_integer(enum length length, va_list *arguments)
{
    switch (length) {
    case LENGTH_CHAR:
    case LENGTH_SHORT:
    case LENGTH_INT:
        (void)va_arg(*arguments, struct an_int);
        break;
    case LENGTH_LONG:
        (void)va_arg(*arguments, struct a_long);
        break;
    case LENGTH_LONG_LONG:
    case LENGTH_DOUBLE:
        (void)va_arg(*arguments, struct a_long_long);
        break;
    }
}

/* How much was printed is not known, so it ends here; but the place is written to. */
static void store_count(enum length length, void *to)
{
    switch (length) {
    case LENGTH_CHAR:
        *(signed char *)to = 0;
        break;
    case LENGTH_SHORT:
        *(short *)to = 0;
        break;
    case LENGTH_INT:
        *(int *)to = 0;
        break;
    case LENGTH_LONG:
        *(long *)to = 0;
        break;
    case LENGTH_LONG_LONG:
    case LENGTH_DOUBLE:
        *(long long *)to = 0;
        break;
    }
    __raddle_unsupported("%n");
}

static void read_string(const struct specification *wanted, const char *string)
{
    if (string != NULL)
        __raddle_read_characters(string, limit_of(wanted));
}

static void read_conversion(const struct specification *wanted, va_list *arguments)
{
    switch (wanted->conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        skip_integer(wanted->length, arguments);
        break;
    case 'c':
        skip_integer(LENGTH_INT, arguments);
        break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        if (wanted->length == LENGTH_DOUBLE)
            __raddle_unsupported("a long double in a format");
        (void)va_arg(*arguments, struct a_double);
        break;
    case 's':
        read_string(wanted, va_arg(*arguments, const char *));
        break;
    case 'p':
        skip_integer(LENGTH_LONG, arguments);
        break;
    case 'n':
        store_count(wanted->length, va_arg(*arguments, void *));
        break;
    case 'm':
    case '%':
        break;
    default:
        __raddle_unsupported("an unknown conversion of printf");
    }
}

void __raddle_read_format(const char *format, va_list arguments)
{
    va_list own;
    __builtin_va_copy(own, arguments);
    while (*format != 0) {
        struct specification wanted;
        if (*format++ != '%')
            continue;
        format = read_specification(format, &wanted, &own);
        read_conversion(&wanted, &own);
    }
    va_end(own);
}

/* ---- the functions ---- */

int vsnprintf(char *to, size_t size, const char *format, va_list arguments)
{
    struct sink sink;
    va_list own;
    int length;
    sink.to = to;
    sink.size = size;
    sink.length = 0;
    __builtin_va_copy(own, arguments);
    length = format_all(&sink, format, &own);
    va_end(own);
    return length;
}

int vsprintf(char *to, const char *format, va_list arguments)
{
    return vsnprintf(to, (size_t)-1, format, arguments);
}

int snprintf(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return length;
}

int sprintf(char *to, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(to, (size_t)-1, format, arguments);
    va_end(arguments);
    return length;
}

void *malloc(size_t size);

int vasprintf(char **result, const char *format, va_list arguments)
{
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = malloc((size_t)length + 1);
    if (text == NULL)
        return -1;
    vsnprintf(text, (size_t)length + 1, format, arguments);
    *result = text;
    return length;
}

int asprintf(char **result, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vasprintf(result, format, arguments);
    va_end(arguments);
    return length;
}
