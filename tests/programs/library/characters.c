// Classes of characters, as functions and as the tables behind the macros.
// expect: assert holds
// expect: memory holds
#include <assert.h>
#include <ctype.h>

static int letter = 'g', digit = '7', space = '\n', sign = '#';

int main(void) {
    assert(isalpha(letter) && isalnum(letter) && islower(letter) && !isupper(letter));
    assert(isdigit(digit) && isxdigit(digit) && isalnum(digit) && !isalpha(digit));
    assert(isspace(space) && iscntrl(space) && !isprint(space) && !isblank(space));
    assert(ispunct(sign) && isgraph(sign) && isprint(sign) && !isspace(sign));
    assert((isalpha)(letter) && !(isdigit)(letter) && !(isxdigit)(letter) && (isblank)('\t'));
    assert(toupper(letter) == 'G' && tolower('G') == 'g' && toupper(digit) == digit);
    assert(!isalpha(-1) && !isspace(200));
    return 0;
}
