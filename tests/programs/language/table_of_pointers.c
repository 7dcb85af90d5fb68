// A table of pointers, which an optimiser may turn into one of distances.
// args: --optimise 1
// expect: assert holds
// variant: -DFIRST=97
// expect: assert violated
#include "check.h"

#ifndef FIRST
#define FIRST 't'
#endif

static const char *const names[] = {"warp", "weft", "treadle"};

__attribute__((noinline)) static char letter(unsigned number, unsigned at)
{
    return names[number % 3][at];
}

int main(void)
{
    volatile unsigned number = 5;
    assert(letter(number, 0) == FIRST);
    number = 1;
    assert(letter(number, 1) == 'e');
    return 0;
}
