// Attributes that change what runs: cleanup, weak definitions, noreturn, aligned, unused.
// expect: assert holds
// variant: -DEXPECTED=0
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 2
#endif

static int closed;

static void close_handle(int *handle) {
    closed += *handle;
}

__attribute__((weak)) int maybe(void) { return 7; }

static void work(int early) {
    __attribute__((cleanup(close_handle))) int handle = 1;
    if (early)
        return;
    handle++;
    handle--;
}

int main(void) {
    __attribute__((unused)) int spare = 0;
    work(1);
    work(0);
    assert(maybe() == 7);
    assert(closed == EXPECTED);
    return 0;
}
