// Bit-fields: packing, sign, wrapping, neighbours left alone.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=4
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED -4
#endif

struct flags {
    unsigned low : 3;
    signed middle : 3;
    unsigned high : 10;
    unsigned : 0;
    unsigned long long wide : 40;
    _Bool bit : 1;
};

int main(void) {
    struct flags f = {7, -1, 1023, 0xffffffffffULL, 1};
    f.low++;
    assert(f.low == 0 && f.middle == -1 && f.high == 1023);
    f.middle = 3;
    f.middle++;
    assert(f.middle == EXPECTED);
    f.high = 5000;
    assert(f.high == 5000 % 1024);
    f.wide = f.wide + 2;
    assert(f.wide == 1);
    f.bit = 42;
    assert(f.bit == 1 && f.low == 0);
    struct flags copy = f;
    copy.high -= 905;
    assert(copy.high == 1023 && f.high == 904);
    return 0;
}
