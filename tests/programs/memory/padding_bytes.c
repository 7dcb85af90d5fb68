// Padding is bytes like others: they are written, read, filled, copied and compared one by one or all at once.
// expect: assert holds
// expect: memory holds
// variant: -DREAD=1
// expect: assert violated
// variant: -DREAD=2
// expect: assert violated
// variant: -DREAD=3
// expect: assert violated
// variant: -DREAD=4
// expect: assert violated
#include <assert.h>
#include <string.h>

struct padded { char letter; int number; short last; };
struct __attribute__((packed, aligned(4))) packed { char letter; int number; };
struct bits { unsigned char low : 3; int number; unsigned high : 5; };

#ifndef READ
#define READ 0
#endif

static struct padded global = { 'g', 1, 2 };

int main(void) {
    struct padded one, two;
    unsigned char *bytes = (unsigned char *)&one;

    bytes[2] = 6;
    assert(READ == 1 ? bytes[2] != 6 : bytes[2] == 6);

    memset(&one, 0x5a, sizeof one);
    assert(READ == 2 ? bytes[11] == 0 : bytes[1] == 0x5a && bytes[11] == 0x5a);

    memcpy(&two, &one, sizeof one);
    assert(memcmp(&one, &two, sizeof one) == 0);
    ((char *)&two)[3] = 1;
    assert(READ == 3 ? memcmp(&one, &two, sizeof one) == 0 : memcmp(&one, &two, sizeof one) > 0);
    assert(two.letter == 0x5a && two.number == 0x5a5a5a5a);

    ((char *)&global)[1] = 7;
    assert(READ == 4 ? ((char *)&global)[1] == 0 : ((char *)&global)[1] == 7);
    assert(global.letter == 'g' && global.number == 1);

    struct packed tight;
    memset(&tight, 3, sizeof tight);
    assert(((char *)&tight)[7] == 3 && tight.number == 0x03030303);

    struct bits bits;
    memset(&bits, 0xff, sizeof bits);
    assert(bits.low == 7 && bits.number == -1 && bits.high == 31);
    assert(((unsigned char *)&bits)[2] == 0xff && ((unsigned char *)&bits)[11] == 0xff);
    bits.low = 2;
    bits.high = 1;
    assert(bits.low == 2 && bits.number == -1 && bits.high == 1);
    return 0;
}
