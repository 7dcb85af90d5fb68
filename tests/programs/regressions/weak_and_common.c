// A strong definition wins over a weak one, tentative definitions are one object, and an undefined weak symbol is null.
// clang: -fcommon
// with: parts/symbols.c
// expect: assert holds
// expect: memory holds
#include <assert.h>

int common[4];
int tentative;
int tentative;
__attribute__((weak)) int choose(void) { return 1; }
__attribute__((weak)) int alone(void) { return 5; }
extern int absent(void) __attribute__((weak));
extern int common_sum(void);
static int hidden = 1;
extern int other_hidden(void);

int main(void) {
    assert(choose() == 2);
    assert(alone() == 5);
    assert(absent == 0);
    common[0] = 3;
    tentative = 4;
    assert(common_sum() == 7);
    assert(hidden == 1 && other_hidden() == 2);
    return 0;
}
