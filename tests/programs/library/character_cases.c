// With optimisation the headers look up the other case of a character in tables.
// args: --optimise 1
// expect: assert holds
// expect: memory holds
// variant: -DLOWER=97
// expect: assert violated
#include <assert.h>
#include <ctype.h>

#ifndef LOWER
#define LOWER 'z'
#endif

static volatile int letter = 'Z', small = 'a', sign = '@', other = 200, end = -1;

int main(void) {
    assert(tolower(letter) == LOWER && toupper(letter) == 'Z');
    assert(toupper(small) == 'A' && tolower(small) == 'a');
    assert(tolower(sign) == '@' && toupper(sign) == '@');
    assert(tolower(other) == 200 && toupper(other) == 200);
    assert(tolower(end) == -1 && toupper(end) == -1);
    return 0;
}
