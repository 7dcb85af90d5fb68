// A loop that writes memory in other pieces than those before it comes to an end for who follows it, and to the right bytes.
// expect: assert holds
// expect: memory holds
// modular: memory
// variant: -DBEHIND=0
// expect: assert violated
#include <assert.h>

#ifndef BEHIND
#define BEHIND 0x050000
#endif

union pieces {
    int whole;
    unsigned char bytes[4];
    short halves[2];
};

int main(void) {
    union pieces pieces;
    pieces.whole = 0;
    pieces.bytes[1] = 1;
    pieces.bytes[2] = 5;
    for (int i = 0; i < 10; i++)
        pieces.halves[0] = 0;
    assert(pieces.whole == BEHIND);
    return 0;
}
