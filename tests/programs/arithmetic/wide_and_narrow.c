// Arithmetic on narrow types happens in int, and the conversion back is no overflow.
// expect: overflow holds
// expect: assert holds
#include <assert.h>

int main(void) {
    signed char c = 127;
    short s = 32767;
    c++;
    s += 2;
    assert(c == -128);
    assert(s == -32767);
    c = (signed char)(c - 1);
    assert(c == 127);
    return 0;
}
