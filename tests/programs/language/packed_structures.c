// Packed structures: members at odd addresses, bit-fields across byte borders.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=16
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 7
#endif

struct __attribute__((packed)) record {
    char tag;
    int value;
    short tail;
};

struct __attribute__((packed)) stripe {
    unsigned a : 5;
    unsigned b : 13;
    unsigned c : 6;
};

int main(void) {
    struct record records[2] = {{'a', 0x01020304, -2}, {'b', -5, 300}};
    assert(sizeof(struct record) == EXPECTED);
    unsigned char *bytes = (unsigned char *)records;
    assert(bytes[1] == 4 && bytes[4] == 1 && bytes[7] == 'b');
    records[1].value += 10;
    assert(records[1].value == 5 && records[1].tail == 300 && records[0].tail == -2);
    struct stripe s = {31, 8191, 0};
    s.b -= 1;
    s.c = 63;
    assert(sizeof s == 3);
    assert(s.a == 31 && s.b == 8190 && s.c == 63);
    return 0;
}
