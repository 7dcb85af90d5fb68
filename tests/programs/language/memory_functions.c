// memcpy, memmove over itself in both directions, memset, with constant and computed lengths.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=3
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 4
#endif

extern void *memcpy(void *to, const void *from, size_t length);
extern void *memmove(void *to, const void *from, size_t length);
extern void *memset(void *to, int byte, size_t length);

static size_t length_of(const char *text) {
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

int main(void) {
    char text[8] = "abcdefg", copy[8];
    memcpy(copy, text, sizeof copy);
    assert(copy[0] == 'a' && copy[6] == 'g' && copy[7] == 0);
    memmove(text + 2, text, 4);
    assert(text[1] == 'b' && text[2] == 'a' && text[5] == 'd' && text[6] == 'g');
    memmove(copy, copy + 1, length_of(copy));
    assert(copy[0] == 'b' && copy[5] == 'g' && copy[6] == 0);
    int numbers[4];
    memset(numbers, 0xff, sizeof numbers);
    assert(numbers[3] == -1);
    memset(numbers + 1, 0, 2 * sizeof(int));
    numbers[3] = 3;
    memcpy(numbers, numbers + 3, sizeof(int));
    assert(numbers[0] + numbers[1] + numbers[2] == 3);
    char *end = memset(copy, 'z', 4);
    assert(end == copy && length_of(copy) == 6 && copy[EXPECTED] != 'z');
    return 0;
}
