// A second name is resolved by that name: a weak one gives way to a definition elsewhere, and one
// for a weak function stays with it.
// with: parts/aliases.c
// expect: assert violated
// variant: -DALONE
// expect: assert holds
// variant: -DEXPECTED=2
// expect: assert holds
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 1
#endif

int own_function(void) { return 1; }
int own_variable = 1;
__attribute__((weak)) int replaced(void) { return 1; }

#ifdef ALONE
#define SUFFIX(name) name##_of_nobody
#else
#define SUFFIX(name) name
#endif
int SUFFIX(function)(void) __attribute__((weak, alias("own_function")));
extern int SUFFIX(variable) __attribute__((weak, alias("own_variable")));
int kept(void) __attribute__((alias("replaced")));
int (*by_pointer)(void) = SUFFIX(function);
int *address = &SUFFIX(variable);

int main(void) {
    assert(own_function() == 1 && own_variable == 1);
    assert(replaced() == 2 && kept() == 1);
    assert(SUFFIX(function)() == EXPECTED && by_pointer() == EXPECTED);
    assert(SUFFIX(variable) == EXPECTED && *address == EXPECTED);
    return 0;
}
