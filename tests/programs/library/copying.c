// memcpy, memmove and memset at all alignments, with overlap, and without looking at what was never written.
// expect: assert holds
// expect: memory holds
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

static char text[24];

static void reset(void) {
    for (int at = 0; at < 24; at++)
        text[at] = 'a' + at;
}

int main(void) {
    char target[24];
    struct {
        char first;
        long second;
    } partly, copy;
    reset();
    for (int from = 0; from < 3; from++)
        for (int size = 0; size < 20; size++) {
            target[size] = 1;
            assert(memcpy(target, text + from, size) == target);
            assert(memcmp(target, text + from, size) == 0 && target[size] == 1);
        }
    memmove(text + 1, text, 20);
    assert(text[0] == 'a' && text[1] == 'a' && text[20] == 't' && text[21] == 'v');
    reset();
    memmove(text, text + 3, 17);
    assert(text[0] == 'd' && text[16] == 't' && text[17] == 'r');
    reset();
    bcopy(text, text + 8, 16);
    assert(text[7] == 'h' && text[8] == 'a' && text[23] == 'p');
    assert(memset(text + 1, 'x', 13) == text + 1);
    assert(text[0] == 'a' && text[1] == 'x' && text[13] == 'x' && text[14] == 'g');
    bzero(text, 24);
    assert(memchr(text, 0, 24) == text && memchr(text, 1, 24) == 0);
    assert(mempcpy(text, "abc", 3) == text + 3);
    assert(memrchr(text, 'c', 24) == text + 2);
    partly.second = 5;
    memcpy(&copy, &partly, sizeof partly);
    assert(copy.second == 5);
    return 0;
}
