// Two hundred records: their fields, and the bytes of a field, at any place, written on one path only.
// expect: assert holds
// expect: memory holds
// variant: -DFORGOTTEN
// expect: assert violated
// expect: memory holds
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct record {
    unsigned number;
    unsigned short half;
    unsigned char low, high;
};

static struct record records[200];

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned i = x % 200, j = (x ^ 5) % 200;
    records[i].number = 0x01020304;
    if (x & 1)
        records[j].half = 0x0506;
    ((unsigned char *)&records[i])[1] = 7;
    records[i].high = ((unsigned char *)&records[j])[4];
    assert(records[i].number == 0x01020704);
#ifdef FORGOTTEN
    assert(records[i].high == 6);
#else
    assert(records[i].high == (x & 1 ? 6 : 0));
#endif
    assert(records[i].low == 0);
    return 0;
}
