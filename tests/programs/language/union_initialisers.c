// A union that starts with one of its members is stored to and read through any other, every byte of it.
// expect: assert holds
// expect: memory holds
// variant: -DLOST_BYTE
// expect: assert violated
#include "check.h"

struct pair { char letter; int number; };
union word { struct pair pair; long long whole; unsigned char bytes[8]; };
struct tagged { short tag; union { long long whole; struct pair pair; } u; char last; };

static union word zeroed = { 0 };
static union word first = { { 'x', 7 } };
static union word named = { .pair = { .number = 9 } };
static union word wholes[3] = { [1] = { .whole = 5 }, [2] = { .pair = { 'z', 3 } } };
static struct tagged table[] = { { 1, { .whole = -2 }, 'a' }, { 2, { .pair = { 'b', 4 } }, 'c' } };
static struct { int before; union { char small; struct { char c; short s; } two; double number; } in; } deep =
    { .in.two = { 1, 2 } };

static long long through(union word *word) {
    word->whole = 0x1122334455667788;
    return word->whole;
}

static unsigned char byte_of(union word word, int index) { return word.bytes[index]; }

int main(void) {
    union word local = { .pair = { 'l', 1 } };
    assert(first.pair.letter == 'x' && first.pair.number == 7);
    assert(named.pair.letter == 0 && named.pair.number == 9);
    assert(wholes[1].whole == 5 && wholes[2].pair.letter == 'z' && wholes[2].pair.number == 3);
    assert(table[0].u.whole == -2 && table[1].u.pair.number == 4 && table[1].last == 'c');
    assert(deep.in.two.c == 1 && deep.in.two.s == 2);

    zeroed.whole = 0x0102030405060708;
    assert(zeroed.whole == 0x0102030405060708);
#ifdef LOST_BYTE
    assert(zeroed.bytes[1] == 0);
#else
    assert(zeroed.bytes[1] == 7 && zeroed.bytes[3] == 5);
#endif
    assert(through(&first) == 0x1122334455667788 && first.bytes[2] == 0x66);
    named.whole = -1;
    assert(byte_of(named, 2) == 0xff && named.pair.letter == (char)-1);
    assert(through(&wholes[2]) == wholes[2].whole && byte_of(wholes[2], 3) == 0x55);
    table[1].u.whole = 0x100;
    assert(table[1].u.whole == 0x100 && table[1].last == 'c' && table[1].tag == 2);
    deep.in.number = -0.1;
    assert(deep.in.number == -0.1);
    local.whole = 0x0a0b0c0d0e0f1011;
    union word copy = local;
    assert(copy.bytes[1] == 0x10 && copy.whole == local.whole);
    return 0;
}
