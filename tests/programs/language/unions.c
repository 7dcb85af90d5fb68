// Unions: one memory seen through several types.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=1
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 4
#endif

union view {
    unsigned word;
    unsigned char bytes[4];
    struct { unsigned short low, high; } halves;
};

struct variant {
    enum { NUMBER, TEXT } kind;
    union { long number; const char *text; };
};

static long measure(struct variant v) {
    if (v.kind == NUMBER)
        return v.number;
    long n = 0;
    while (v.text[n])
        n++;
    return n;
}

int main(void) {
    union view v = {0x01020304};
    assert(v.bytes[0] == EXPECTED && v.bytes[3] == 1);
    assert(v.halves.high == 0x0102);
    v.halves.low = 0xffff;
    assert(v.word == 0x0102ffff);
    v = (union view){.bytes = {[1] = 1}};
    assert(v.word == 256);
    assert(measure((struct variant){NUMBER, .number = -8}) == -8);
    assert(measure((struct variant){TEXT, .text = "seven.."}) == 7);
    return 0;
}
