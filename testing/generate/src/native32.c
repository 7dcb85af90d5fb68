/* All that a 32-bit program needs to run on Linux without a C library: many
   machines can run such programs, few have the library for them. Compiled
   without optimisation, so that no loop becomes a call of itself. */

typedef __SIZE_TYPE__ size_t;
typedef long long wide;
typedef unsigned long long unsigned_wide;

int main(void);

static int system_call(int number, int first, int second, int third)
{
    int result;
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(number), "b"(first), "c"(second), "d"(third)
                     : "memory");
    return result;
}

__attribute__((noreturn)) static void exit_process(int status)
{
    for (;;)
        system_call(1, status, 0, 0);
}

__attribute__((used, noreturn)) static void begin(void)
{
    exit_process(main());
}

/* The stack is aligned when a process starts, and must be so at a call. */
__asm__(".globl _start\n_start:\n\tcall begin\n");

/* What compilers call for arithmetic that the processor lacks. */

static unsigned_wide divide(unsigned_wide left, unsigned_wide right, unsigned_wide *rest)
{
    unsigned_wide quotient = 0, remainder = 0;
    for (int bit = 63; bit >= 0; bit--) {
        int carry = (int)(remainder >> 63);
        remainder = remainder << 1 | (left >> bit & 1);
        if (carry || remainder >= right) {
            remainder -= right;
            quotient |= 1ULL << bit;
        }
    }
    *rest = remainder;
    return quotient;
}

static unsigned_wide magnitude(wide value)
{
    return value < 0 ? -(unsigned_wide)value : (unsigned_wide)value;
}

unsigned_wide __udivmoddi4(unsigned_wide left, unsigned_wide right, unsigned_wide *rest)
{
    return divide(left, right, rest);
}

unsigned_wide __udivdi3(unsigned_wide left, unsigned_wide right)
{
    unsigned_wide rest;
    return divide(left, right, &rest);
}

unsigned_wide __umoddi3(unsigned_wide left, unsigned_wide right)
{
    unsigned_wide rest;
    divide(left, right, &rest);
    return rest;
}

wide __divmoddi4(wide left, wide right, wide *rest)
{
    unsigned_wide remainder;
    unsigned_wide quotient = divide(magnitude(left), magnitude(right), &remainder);
    *rest = (wide)(left < 0 ? -remainder : remainder);
    return (wide)((left < 0) != (right < 0) ? -quotient : quotient);
}

wide __divdi3(wide left, wide right)
{
    wide rest;
    return __divmoddi4(left, right, &rest);
}

wide __moddi3(wide left, wide right)
{
    wide rest;
    __divmoddi4(left, right, &rest);
    return rest;
}

int __popcountsi2(unsigned value)
{
    int count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

int __popcountdi2(unsigned_wide value)
{
    return __popcountsi2((unsigned)value) + __popcountsi2((unsigned)(value >> 32));
}

/* Of numbers other than 0. */
int __ctzdi2(unsigned_wide value)
{
    int count = 0;
    for (; (value & 1) == 0; value >>= 1)
        count++;
    return count;
}

int __clzdi2(unsigned_wide value)
{
    int count = 0;
    for (; value >> 63 == 0; value <<= 1)
        count++;
    return count;
}

int __ffsdi2(wide value)
{
    return value == 0 ? 0 : __ctzdi2((unsigned_wide)value) + 1;
}

int __paritydi2(unsigned_wide value)
{
    return __popcountdi2(value) & 1;
}

int __paritysi2(unsigned value)
{
    return __popcountsi2(value) & 1;
}

/* Copies of the sign besides the sign itself. */
int __clrsbsi2(int value)
{
    unsigned changes = (unsigned)value ^ (unsigned)(value >> 31);
    return (changes == 0 ? 64 : __clzdi2(changes)) - 33;
}

/* The sum is exact in the 64 bits of a long double: rounded only once. */
static long double extended(unsigned_wide value)
{
    return (long double)(unsigned)(value >> 32) * 4294967296.0L + (unsigned)value;
}

double __floatundidf(unsigned_wide value)
{
    return (double)extended(value);
}

float __floatundisf(unsigned_wide value)
{
    return (float)extended(value);
}

unsigned_wide __fixunsdfdi(double value)
{
    unsigned high = (unsigned)(value / 4294967296.0);
    return (unsigned_wide)high << 32 | (unsigned)(value - high * 4294967296.0);
}

unsigned_wide __fixunssfdi(float value)
{
    return __fixunsdfdi(value);
}

/* Nobody looks at the flags. */
void __atomic_feraiseexcept(int exceptions)
{
    (void)exceptions;
}

/* The few functions of the C library that programs use. */

void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    if ((size_t)to < (size_t)from)
        return memcpy(to, from, size);
    while (size--)
        ((char *)to)[size] = ((const char *)from)[size];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    while (size--)
        ((char *)to)[size] = (char)byte;
    return to;
}

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left, *b = right;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

char *strcpy(char *to, const char *from)
{
    return memcpy(to, from, strlen(from) + 1);
}

int strcmp(const char *left, const char *right)
{
    while (*left && *left == *right)
        left++, right++;
    return (unsigned char)*left - (unsigned char)*right;
}

/* From a store that is never full in these programs; a block's size is kept in
   front of it, and nothing is used twice. */
static char store[1 << 24] __attribute__((aligned(16)));
static size_t used = 16;

void *malloc(size_t size)
{
    void *block = &store[used];
    if (size > sizeof store / 2 || used + size + 32 > sizeof store)
        exit_process(99);
    *(size_t *)&store[used - sizeof size] = size;
    used += (size + 31) & ~(size_t)15;
    return block;
}

void free(void *block)
{
    (void)block;
}

void *calloc(size_t count, size_t size)
{
    return memset(malloc(count * size), 0, count * size);
}

void *realloc(void *old, size_t size)
{
    void *block = malloc(size);
    size_t kept = old ? ((size_t *)old)[-1] : 0;
    return memcpy(block, old, kept < size ? kept : size);
}

void __raddle_output(unsigned long long value)
{
    char text[24];
    size_t start = sizeof text;
    text[--start] = '\n';
    do {
        text[--start] = (char)('0' + __umoddi3(value, 10));
        value = __udivdi3(value, 10);
    } while (value);
    system_call(4, 1, (int)&text[start], (int)(sizeof text - start));
}
