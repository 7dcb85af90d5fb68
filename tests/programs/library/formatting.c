// snprintf and sprintf make the text that the standard says, and no more than fits.
// expect: assert holds
// expect: memory holds
// variant: -DFLOAT
// expect: assert unknown
#include <assert.h>
#include <stdio.h>
#include <string.h>

static char text[40];

int main(void) {
    assert(sprintf(text, "%d|%5d|%-4d|%04d", 1, -2, 3, 4) == 17);
    assert(strcmp(text, "1|   -2|3   |0004") == 0);
    assert(sprintf(text, "%x %X %#o %u %%", 255, 171, 8, 7u) == 13);
    assert(strcmp(text, "ff AB 010 7 %") == 0);
    assert(sprintf(text, "%s|%3s|%-3s|%.2s|%c", "a", "b", "c", "defg", 'h') == 14);
    assert(strcmp(text, "a|  b|c  |de|h") == 0);
    assert(sprintf(text, "%ld %lld %hhd %zu", -5L, 1LL << 40, 257, (size_t)3) == 20);
    assert(strcmp(text, "-5 1099511627776 1 3") == 0);
    assert(sprintf(text, "%+d% d%.3d%*d", 1, 2, 3, 3, 4) == 10);
    assert(strcmp(text, "+1 2003  4") == 0);
    memset(text, 'x', sizeof text);
    assert(snprintf(text, 4, "%d", 123456) == 6);
    assert(strcmp(text, "123") == 0 && text[4] == 'x');
    assert(snprintf(0, 0, "abc") == 3);
#ifdef FLOAT
    sprintf(text, "%f", 1.5);
#endif
    return 0;
}
