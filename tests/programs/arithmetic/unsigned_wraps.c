// Unsigned arithmetic wraps around by definition.
// expect: overflow holds
// expect: assert holds
#include <assert.h>
#include <limits.h>

int main(void) {
    unsigned u = UINT_MAX;
    unsigned char c = 255;
    unsigned long long w = 0;
    u++;
    assert(u == 0);
    u--;
    assert(u == 4294967295u && u * u == 1);
    c++;
    assert(c == 0);
    w -= 1;
    assert(w == ULLONG_MAX && -w == 1);
    return 0;
}
