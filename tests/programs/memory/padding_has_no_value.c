// Padding that nobody wrote can hold anything: comparing two structures by their bytes compares that too.
// expect: assert violated
// variant: -DBY_VALUE
// expect: assert violated
// variant: -DRETURNED
// expect: assert violated
// variant: -DLARGE -DRETURNED
// expect: assert violated
// variant: -DMEMBERS
// expect: assert holds
// variant: -DMEMBERS -DLARGE
// expect: assert holds
#include <assert.h>
#include <string.h>

#ifdef LARGE
struct padded { int number; char letter; int after; };
#else
struct padded { char letter; int number; };
#endif

static struct padded made(char letter, int number) {
    struct padded made;
#ifdef LARGE
    made.after = 1;
#endif
    made.letter = letter;
    made.number = number;
    return made;
}

static int same_bytes(struct padded one, struct padded two) {
    return memcmp(&one, &two, sizeof one) == 0;
}

static int same(struct padded one, struct padded two) {
    return one.letter == two.letter && one.number == two.number;
}

int main(void) {
#if defined RETURNED
    struct padded one = made('x', 5), two = made('x', 5);
    assert(memcmp(&one, &two, sizeof one) == 0);
#else
    struct padded one, two;
    one.letter = two.letter = 'x';
    one.number = two.number = 5;
#ifdef LARGE
    one.after = two.after = 1;
#endif
#if defined MEMBERS
    assert(same(one, two) && same(made('x', 5), one));
#elif defined BY_VALUE
    assert(same_bytes(one, two));
#else
    assert(memcmp(&one, &two, sizeof one) == 0);
#endif
#endif
    return 0;
}
