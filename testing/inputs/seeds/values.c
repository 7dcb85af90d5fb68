/* Numbers: every width, floats, conversions, branches, calls, variable arguments. */
#include <stdarg.h>

enum colour { RED, GREEN = 7, BLUE = -1 };
typedef double real;
struct pair { real x; signed char c : 3; unsigned d : 9; };

static const char words[] = "a\n\"b";
static real table[2][2] = {{1.5, -0.0}, {1e300, 3}};
static int (*operation)(int, int);

static int sum(int count, ...) {
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static int mix(int a, int b) { return a * 3 - (b << 2) + a / (b | 1); }

static struct pair turn(struct pair p, __int128 wide) {
    p.x = p.x * (real)(unsigned long)wide + (float)table[1][0];
    p.c ^= 1;
    return p;
}

int main(int argc, char **argv) {
    struct pair p = {2.5, 1, 300};
    unsigned char small = (unsigned char)(argc + words[1]);
    operation = argc > 1 ? mix : 0;
    p = turn(p, ((__int128)small << 70) | argc);
    switch ((enum colour)(p.d % 9)) {
    case RED: small >>= 2; break;
    case GREEN: return sum(3, 1, small, -5);
    case BLUE: p.x = -p.x;
    }
    do {
        small = (unsigned char)(small * 5u + (p.x < 3.0));
    } while (small % 7 && small != 1);
    if (operation)
        return operation(argc, small);
    return (int)p.x + mix(small, argc);
}
