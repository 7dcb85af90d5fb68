// String literals: concatenation, escapes, embedded zeros, sizes, wide characters.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=4
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 9
#endif

static const char *message = "abc" "def";
static char buffer[] = "a\0b\tc\x41\102\"";
static char exact[3] = "xyz";

int main(void) {
    assert(message[5] == 'f' && message[6] == 0);
    assert(sizeof buffer == EXPECTED);
    assert(buffer[1] == 0 && buffer[3] == '\t' && buffer[5] == 'A' && buffer[6] == 'B');
    exact[2] = '!';
    assert(exact[1] == 'y' && exact[2] == '!');
    assert("hidden"[2] == 'd' && *("hidden" + 5) == 'n');
    const __WCHAR_TYPE__ *wide = L"w\x20ac";
    assert(wide[0] == 'w' && wide[1] == 0x20ac && wide[2] == 0);
    return 0;
}
