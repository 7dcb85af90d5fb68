// Less common parts of C mean what they mean.
// expect: assert holds
// expect: memory holds
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct flexible { int count; char data[]; };
static struct flexible filled = {3, {'a', 'b', 'c'}};
union overlay { float real; unsigned bits; unsigned char bytes[4]; };
enum big { LARGE = 0x7fffffff, SMALL = -5 };
struct bits { int low : 3; unsigned high : 5; _Bool flag : 1; long wide : 40; };
static int (*const operations[])(int) ;
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int (*const operations[])(int) = {[1] = square, [0] = twice};

static int duff(int count) {
    int done = 0, rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { done++;
    case 3: done++;
    case 2: done++;
    case 1: done++;
            } while (--rounds > 0);
    }
    return done;
}

static int sum(int rows, int columns, int (*matrix)[columns]) {
    int total = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) total += matrix[row][column];
    return total;
}

int main(void) {
    assert(filled.data[2] == 'c' && filled.count == 3);
    union overlay overlay = {.real = 1.5f};
    assert(overlay.bits == 0x3fc00000 && overlay.bytes[3] == 0x3f);
    struct bits bits = {0};
    bits.low = 3;
    bits.low++;
    assert(bits.low == -4);
    bits.high = 33;
    assert(bits.high == 1);
    bits.flag = 2;
    assert(bits.flag == 1);
    bits.wide = -549755813888L;
    bits.wide--;
    assert(bits.wide == (1L << 39) - 1);
    assert(operations[0](5) == 10 && operations[1](5) == 25);
    assert(duff(7) == 7 && duff(8) == 8);
    int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
    assert(sum(2, 3, matrix) == 21);
    assert(sizeof(int[matrix[1][0]]) == 16);
    assert((char)200 < 0 && (unsigned char)-1 == 255 && -1 > 0u);
    assert(LARGE + 0u > 0 && SMALL < 0);
    assert(&((struct bits *)0)[1] == (struct bits *)sizeof(struct bits));
    assert(offsetof(struct flexible, data) == 4);
    assert("abc"[1] == 'b' && 1["abc"] == 'b');
    assert(({ int t = 3; t * t; }) == 9);
    assert((1, 2) == 2);
    int array[] = {[5] = 1, 2, [1] = 7};
    assert(sizeof array / sizeof *array == 7 && array[6] == 2 && array[1] == 7);
    int x = 5;
    x += x++ * 0 + 1;
    assert(strlen((char[]){"four"}) == 4);
    long double extended = 1;
    (void)extended;
    __int128 huge = (__int128)1 << 100;
    assert((long)(huge >> 98) == 4);
    return 0;
}
