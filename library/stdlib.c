/* Numbers, sorting and searching. */

#include "raddle.h"

int isspace(int character);
void *memcpy(void *to, const void *from, size_t size);

int abs(int number)
{
    __raddle_check_overflow(number != -2147483647 - 1, "abs of the smallest int");
    return number < 0 ? (int)-(unsigned)number : number;
}

long labs(long number)
{
    __raddle_check_overflow(number != -__LONG_MAX__ - 1, "labs of the smallest long");
    return number < 0 ? (long)-(unsigned long)number : number;
}

long long llabs(long long number)
{
    __raddle_check_overflow(number != -__LONG_LONG_MAX__ - 1,
                            "llabs of the smallest long long");
    return number < 0 ? (long long)-(unsigned long long)number : number;
}

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int number, int divisor)
{
    div_t result;
    __raddle_check_division(divisor != 0, "division by zero");
    __raddle_check_overflow(number != -2147483647 - 1 || divisor != -1,
                            "the quotient is too large");
    result.quot = number / divisor;
    result.rem = number % divisor;
    return result;
}

ldiv_t ldiv(long number, long divisor)
{
    ldiv_t result;
    __raddle_check_division(divisor != 0, "division by zero");
    __raddle_check_overflow(number != -__LONG_MAX__ - 1 || divisor != -1,
                            "the quotient is too large");
    result.quot = number / divisor;
    result.rem = number % divisor;
    return result;
}

lldiv_t lldiv(long long number, long long divisor)
{
    lldiv_t result;
    __raddle_check_division(divisor != 0, "division by zero");
    __raddle_check_overflow(number != -__LONG_LONG_MAX__ - 1 || divisor != -1,
                            "the quotient is too large");
    result.quot = number / divisor;
    result.rem = number % divisor;
    return result;
}

/* ---- numbers from text ---- */

static unsigned digit_of(char character)
{
    if (character >= '0' && character <= '9')
        return (unsigned)(character - '0');
    if (character >= 'a' && character <= 'z')
        return (unsigned)(character - 'a') + 10;
    if (character >= 'A' && character <= 'Z')
        return (unsigned)(character - 'A') + 10;
    return 99;
}

/* A sign, a prefix, digits: what all conversions have in common. */
struct parsed {
    unsigned long long magnitude;
    int negative;
    int too_large;
};

/* Skips "0x", and as of C23 "0b", where the base allows it and a digit follows. */
static const char *skip_prefix(const char *at, int *base, int binary_prefix)
{
    int hexadecimal =
        at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit_of(at[2]) < 16;
    if ((*base == 0 || *base == 16) && hexadecimal) {
        *base = 16;
        return at + 2;
    }
    if (binary_prefix && (*base == 0 || *base == 2) && at[0] == '0' &&
        (at[1] == 'b' || at[1] == 'B') && digit_of(at[2]) < 2) {
        *base = 2;
        return at + 2;
    }
    if (*base == 0)
        *base = at[0] == '0' ? 8 : 10;
    return at;
}

static void parse(const char *text, char **end, int base, int binary_prefix, struct parsed *result)
{
    const char *at = text, *digits;
    unsigned long long magnitude = 0;
    result->negative = 0;
    result->too_large = 0;
    while (isspace((unsigned char)*at))
        at++;
    if (*at == '-' || *at == '+')
        result->negative = *at++ == '-';
    at = skip_prefix(at, &base, binary_prefix);
    digits = at;
    while (digit_of(*at) < (unsigned)base) {
        result->too_large |= __builtin_mul_overflow(magnitude, (unsigned)base, &magnitude);
        result->too_large |= __builtin_add_overflow(magnitude, digit_of(*at), &magnitude);
        at++;
    }
    result->magnitude = magnitude;
    if (end != NULL)
        *end = (char *)(at == digits ? text : at);
}

static int is_valid_base(int base)
{
    return base == 0 || (base >= 2 && base <= 36);
}

/* `largest` is the largest value of the signed type. */
static long long parse_signed(const char *text, char **end, int base, int binary_prefix,
                              unsigned long long largest)
{
    struct parsed number;
    if (!is_valid_base(base)) {
        errno = EINVAL;
        return 0;
    }
    parse(text, end, base, binary_prefix, &number);
    if (number.too_large || number.magnitude > largest + (unsigned)number.negative) {
        errno = ERANGE;
        return number.negative ? -(long long)largest - 1 : (long long)largest;
    }
    return (long long)(number.negative ? -number.magnitude : number.magnitude);
}

static unsigned long long parse_unsigned(const char *text, char **end, int base, int binary_prefix,
                                         unsigned long long largest)
{
    struct parsed number;
    if (!is_valid_base(base)) {
        errno = EINVAL;
        return 0;
    }
    parse(text, end, base, binary_prefix, &number);
    if (number.too_large || number.magnitude > largest) {
        errno = ERANGE;
        return largest;
    }
    return number.negative ? -number.magnitude : number.magnitude;
}

long strtol(const char *text, char **end, int base)
{
    return (long)parse_signed(text, end, base, 0, __LONG_MAX__);
}

long long strtoll(const char *text, char **end, int base)
{
    return parse_signed(text, end, base, 0, __LONG_LONG_MAX__);
}

unsigned long strtoul(const char *text, char **end, int base)
{
    return (unsigned long)parse_unsigned(text, end, base, 0, (unsigned long)-1);
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    return parse_unsigned(text, end, base, 0, (unsigned long long)-1);
}

/* What newer headers call them. */
long __isoc23_strtol(const char *text, char **end, int base)
{
    return (long)parse_signed(text, end, base, 1, __LONG_MAX__);
}

long long __isoc23_strtoll(const char *text, char **end, int base)
{
    return parse_signed(text, end, base, 1, __LONG_LONG_MAX__);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base)
{
    return (unsigned long)parse_unsigned(text, end, base, 1, (unsigned long)-1);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
    return parse_unsigned(text, end, base, 1, (unsigned long long)-1);
}

/* Undefined where the number does not fit; here as glibc does it. */
int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}

/* ---- sorting and searching ---- */

static void swap(char *one, char *other, size_t size)
{
    for (size_t at = 0; at < size; at++) {
        char scratch, second;
        __raddle_copy1(&scratch, one + at);
        __raddle_copy1(&second, other + at);
        __raddle_copy1(one + at, &second);
        __raddle_copy1(other + at, &scratch);
    }
}

/* By insertion. The order of equal elements is unspecified; here they keep it. An element
   that is in its place is written all the same, as by a sort that merges: whoever reads it
   meanwhile races. */
void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *start = array;
    for (size_t sorted = 0; count > 1 && sorted < count; sorted++) {
        char *at = start + sorted * size;
        memcpy(at, at, size);
        while (at != start && compare(at - size, at) > 0) {
            swap(at - size, at, size);
            at -= size;
        }
    }
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *start = array;
    while (count > 0) {
        const char *middle = start + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            start = middle + size;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return NULL;
}

/* ---- random numbers: any ---- */

static int any_non_negative(void)
{
    int number = __raddle_nondet_int();
    __raddle_assume(number >= 0);
    return number;
}

int rand(void)
{
    return any_non_negative();
}

int rand_r(unsigned *seed)
{
    *seed = __raddle_nondet_uint();
    return any_non_negative();
}

long random(void)
{
    return any_non_negative();
}

void srand(unsigned seed)
{
}

void srandom(unsigned seed)
{
}

long lrand48(void)
{
    return any_non_negative();
}

long mrand48(void)
{
    return __raddle_nondet_int();
}

void srand48(long seed)
{
}
