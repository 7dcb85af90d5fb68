/* Only headers that come with the compiler: the program can be compiled for
   any data model, whether or not there is a C library for it. */
#include <stdarg.h>
#include <stddef.h>

#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1)

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *left, const void *right, size_t size);
size_t strlen(const char *text);
char *strcpy(char *restrict to, const char *restrict from);
int strcmp(const char *left, const char *right);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *pointer);

void __raddle_output(unsigned long long value);

static unsigned long long checksum = 14695981039346656037ULL;
static unsigned outputs;
/* Every call of a generated function uses one: the program ends. */
static unsigned fuel = 120;
/* So many loops may take long. */
static unsigned long_loops = 3;

/* For the next program in the same file. */
static void start_again(void)
{
    checksum = 14695981039346656037ULL;
    outputs = 0;
    fuel = 120;
    long_loops = 3;
}

static void out(unsigned long long value)
{
    checksum = (checksum ^ value) * 1099511628211ULL;
    if (outputs < 300) {
        outputs++;
        __raddle_output(value);
    }
}

/* The bits of a NaN are not C's to say. */
static unsigned long long double_bits(double number)
{
    unsigned long long bits;
    if (number != number)
        return 1;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static unsigned long long float_bits(float number)
{
    unsigned bits;
    if (number != number)
        return 1;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

#ifdef HIDE_VALUES
unsigned long long __VERIFIER_nondet_ulonglong(void);
void __VERIFIER_assume(int condition);
#endif

/* The same value, by way of an equation that has no other solution. */
static unsigned long long opaque(unsigned long long value)
{
#ifdef HIDE_VALUES
    unsigned long long any = __VERIFIER_nondet_ulonglong();
    __VERIFIER_assume((any ^ any >> 7) == (value ^ value >> 7));
    return any;
#else
    return value;
#endif
}

static double opaque_double(double number)
{
    unsigned long long bits;
    memcpy(&bits, &number, sizeof bits);
    bits = opaque(bits);
    memcpy(&number, &bits, sizeof bits);
    return number;
}

static long long truncated(double number)
{
    return number > -1e15 && number < 1e15 ? (long long)number : 7;
}

static int divide_int(int left, int right)
{
    return right == 0 || (left == INT_MIN && right == -1) ? left : left / right;
}

static int remainder_int(int left, int right)
{
    return right == 0 || (left == INT_MIN && right == -1) ? left : left % right;
}

static long long divide_long(long long left, long long right)
{
    return right == 0 || (left == LLONG_MIN && right == -1) ? left : left / right;
}

static long long remainder_long(long long left, long long right)
{
    return right == 0 || (left == LLONG_MIN && right == -1) ? left : left % right;
}

static int checked_add_int(int left, int right)
{
    int sum;
    return __builtin_add_overflow(left, right, &sum) ? right : sum;
}

static long long checked_subtract_long(long long left, long long right)
{
    long long rest;
    return __builtin_sub_overflow(left, right, &rest) ? left : rest;
}

static unsigned checked_multiply_unsigned(unsigned left, unsigned right)
{
    unsigned product;
    return __builtin_mul_overflow(left, right, &product) ? left - right : product;
}

static short checked_multiply_short(short left, short right)
{
    short product;
    return __builtin_mul_overflow(left, right, &product) ? right : product;
}

/* One letter an argument: i int, c char, u unsigned, l long long, d double, s string.
   The list goes on where the caller left it. */
static unsigned long long gather_one(char kind, va_list *arguments)
{
    switch (kind) {
    case 'i':
    case 'c':
        return (unsigned long long)va_arg(*arguments, int);
    case 'u':
        return va_arg(*arguments, unsigned);
    case 'l':
        return (unsigned long long)va_arg(*arguments, long long);
    case 'd':
        return double_bits(va_arg(*arguments, double));
    default:
        return (unsigned char)*va_arg(*arguments, const char *);
    }
}

static unsigned long long gather_list(const char *kinds, va_list arguments)
{
    unsigned long long hash = 5;
    va_list rest;
    va_copy(rest, arguments);
    for (; *kinds; kinds++)
        hash = hash * 29 + gather_one(*kinds, &rest);
    va_end(rest);
    return hash;
}

static unsigned long long gather(const char *kinds, ...)
{
    unsigned long long hash = 17;
    va_list arguments, again;
    va_start(arguments, kinds);
    va_copy(again, arguments);
    for (const char *kind = kinds; *kind; kind++) {
        hash *= 31;
        switch (*kind) {
        case 'i':
        case 'c':
            hash += (unsigned long long)va_arg(arguments, int);
            break;
        case 'u':
            hash += va_arg(arguments, unsigned);
            break;
        case 'l':
            hash ^= (unsigned long long)va_arg(arguments, long long);
            break;
        case 'd':
            hash += double_bits(va_arg(arguments, double));
            break;
        default:
            hash += (unsigned char)*va_arg(arguments, const char *);
            break;
        }
        if (kind == kinds + 1)
            hash ^= gather_list(kind + 1, arguments);
    }
    va_end(arguments);
    if (*kinds == 'i')
        hash ^= (unsigned)va_arg(again, int);
    va_end(again);
    return hash;
}

static unsigned long long descend(unsigned depth, unsigned long long value)
{
    unsigned kept = (unsigned)value & 15;
    if (depth == 0)
        return value;
    return descend(depth - 1, value * 3 + depth) + kept;
}

static int is_odd(unsigned number);

static int is_even(unsigned number)
{
    return number == 0 ? 1 : is_odd(number - 1);
}

static int is_odd(unsigned number)
{
    return number == 0 ? 0 : is_even(number - 1);
}

static unsigned fibonacci(unsigned number)
{
    return number < 2 ? number : fibonacci(number - 1) + fibonacci(number - 2);
}

struct Pair { int first; unsigned second; };
struct Mixed { long long whole; double part; };
struct Floats { float x; float y; };
struct Big { long long numbers[3]; char letter; };
struct Tiny { char one; char two; };

/* One letter an argument: p Pair, m Mixed, f Floats, b Big, t Tiny, d double, l long long. */
static unsigned long long gather_structures(const char *kinds, ...)
{
    unsigned long long hash = 3;
    va_list arguments;
    va_start(arguments, kinds);
    for (const char *kind = kinds; *kind; kind++) {
        hash *= 37;
        if (*kind == 'p') {
            struct Pair pair = va_arg(arguments, struct Pair);
            hash += (unsigned long long)pair.first * 5 + pair.second;
        } else if (*kind == 'm') {
            struct Mixed mixed = va_arg(arguments, struct Mixed);
            hash += (unsigned long long)mixed.whole ^ double_bits(mixed.part);
        } else if (*kind == 'f') {
            struct Floats floats = va_arg(arguments, struct Floats);
            hash += float_bits(floats.x) * 3 + float_bits(floats.y);
        } else if (*kind == 'b') {
            struct Big big = va_arg(arguments, struct Big);
            hash += (unsigned long long)(big.numbers[0] ^ big.numbers[1] ^ big.numbers[2]);
            hash ^= (unsigned char)big.letter;
        } else if (*kind == 't') {
            hash += (unsigned long long)va_arg(arguments, struct Tiny).two;
        } else if (*kind == 'd') {
            hash += double_bits(va_arg(arguments, double));
        } else {
            hash += (unsigned long long)va_arg(arguments, long long);
        }
    }
    va_end(arguments);
    return hash;
}

static long long sum_table(int rows, int columns, short table[rows][columns])
{
    long long sum = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            sum = sum * 3 % 1000003 + table[row][column];
    return sum;
}

struct Item { char tag; short key; };
struct Bag { int length; struct Item items[]; };

struct Outer {
    unsigned char kind;
    union {
        struct { short left, right; };
        long long number;
        unsigned char bytes[3];
    };
};

static void add_below(unsigned depth, int *above)
{
    int mine = *above / 2 + (int)depth;
    if (depth > 0)
        add_below(depth - 1, &mine);
    *above += mine;
}

/* By the rules of C99 no definition that others could use, of C89 one. */
static inline unsigned rotated(unsigned value, unsigned by)
{
    return value << (by & 31) | value >> (-by & 31);
}

__attribute__((always_inline)) static inline unsigned long long
rotated_long(unsigned long long value, unsigned by)
{
    return value >> (by & 63) | value << (-by & 63);
}

#define KIND_OF(value)                                                                    \
    _Generic((value), _Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5,      \
             unsigned short: 6, int: 7, unsigned: 8, long: 9, unsigned long: 10,          \
             long long: 11, unsigned long long: 12, float: 13, double: 14,                \
             const char *: 15, char *: 16, default: 17)

/* Numbers at the borders of what floats are. */
static const double odd_doubles[] = {
    0.0, -0.0, 1.0, -1.5, 0x1p-1074, -0x1.8p-1060, 0x1p-1022, 0x1.fffffffffffffp1023,
    __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 0x1.000002p0, 0x1.fffffefp127,
    0x1.ffffffp127, 0x1p-149, 0x1.8p-150, 0x1p-150, 9007199254740993.0, 4503599627370495.5, 0.1,
};
static const float odd_floats[] = {
    0.0f, -0.0f, 1.0f, -2.5f, 0x1p-149f, -0x1.8p-140f, 0x1p-126f, 0x1.fffffep127f,
    __builtin_inff(), -__builtin_inff(), __builtin_nanf(""), 16777215.0f, 8388607.5f, 0.1f,
};
static const unsigned long long odd_integers[] = {
    0, 1, 16777217, 33554431, 0xffffff7f, 0xffffff80, 0x7fffffff, 0x80000000, 9007199254740993,
    9007199254740991, 0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffbff,
    0xfffffffffffffc00, 0xffffffffffffffff, 0xffffff7fffffffff,
};

typedef unsigned Vector __attribute__((vector_size(16)));
typedef double Doubles __attribute__((vector_size(16)));

static unsigned long long old_style(small, number, letter)
short small;
float number;
char letter;
{
    return float_bits(number) * 3 + (unsigned long long)(small * letter);
}

