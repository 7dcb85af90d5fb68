// A string of up to four characters fits into five bytes, in four bytes only if it is shorter.
// unwind: 7
// expect: memory holds
// expect: assert holds
// variant: -DROOM=4
// expect: memory violated
#include <assert.h>
#include <string.h>

#ifndef ROOM
#define ROOM 5
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[5], copy[ROOM];
    unsigned n = __VERIFIER_nondet_uint();
    memcpy(text, &n, 4);
    text[4] = 0;
    strcpy(copy, text);
    assert(copy[0] == text[0]);
    return 0;
}
