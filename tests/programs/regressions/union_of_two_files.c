// A union that one file initialises through one member, and another knows by its type, has all its bytes in both.
// with: parts/union_of_two_files.c
// versions: all
// expect: assert holds
// variant: -DWRONG
// expect: assert violated
#include <assert.h>

union both { struct { char letter; int number; } pair; long long whole; };
extern union both elsewhere, table[2];
long long read_there(void);
void write_there(int index, long long value);

int main(void) {
    assert(elsewhere.pair.letter == 'q' && elsewhere.pair.number == 4 && table[1].pair.number == 6);
    elsewhere.whole = 0x0102030405060708;
#ifdef WRONG
    assert(read_there() != 0x0102030405060708);
#else
    assert(read_there() == 0x0102030405060708);
#endif
    write_there(1, 0x1112131415161718);
    assert(table[1].whole == 0x1112131415161718);
    return 0;
}
