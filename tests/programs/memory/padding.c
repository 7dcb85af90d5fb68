// Copying a structure copies its padding, which has no value and does no harm.
// expect: memory holds
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <string.h>

struct padded {
    char c;
    long n;
    short s;
};

int main(void) {
    struct padded a, b, c;
    a.c = 'x';
    a.n = -5;
    a.s = 9;
    b = a;
    memcpy(&c, &b, sizeof c);
    assert(c.c == 'x' && c.n == -5 && c.s == 9);
    return 0;
}
