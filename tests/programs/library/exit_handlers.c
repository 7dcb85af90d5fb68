// Handlers run at exit, the last registered first; also if main returns, but not at quick_exit or _exit.
// expect: assert violated
// variant: -DRETURNS
// expect: assert violated
// variant: -DQUICK
// expect: assert holds
// variant: -DAT_ONCE
// expect: assert holds
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static int order;

static void first(void) {
    order = order * 10 + 1;
    assert(order != 21);
}

static void second(void) {
    order = order * 10 + 2;
}

int main(void) {
    assert(atexit(first) == 0);
    assert(atexit(second) == 0);
#if defined RETURNS
    return 0;
#elif defined QUICK
    quick_exit(0);
#elif defined AT_ONCE
    _exit(0);
#else
    exit(0);
#endif
}
