// Cases of 64 bits, negative ones, ranges, and a switch over a char.
// expect: assert holds
// variant: -DEXPECTED=11112
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 11111
#endif

static int classify(long long value) {
    switch (value) {
    case -9223372036854775807LL - 1:
        return 1;
    case 4294967296LL:
        return 10;
    case 0:
        return 100000;
    case 5 ... 9:
        return 100;
    default:
        return 1000;
    }
}

static int letter(char c) {
    switch (c) {
    case 'a' ... 'f':
        return 10000;
    case -1:
        return 5;
    }
    return 0;
}

int main(void) {
    int total = classify(-9223372036854775807LL - 1) + classify(1LL << 32) + classify(7)
                + classify(10) + letter('d') + letter('g');
    assert(total == EXPECTED);
    return 0;
}
