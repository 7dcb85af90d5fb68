// Destructors run when the process exits, after the handlers of atexit, the last priority first.
// expect: assert holds
// variant: -DTOLD
// expect: assert violated
// variant: -DQUICKLY
// expect: assert holds
#include <assert.h>
#include <stdlib.h>
int trace;

__attribute__((constructor(300))) static void begin(void) { trace = trace * 10 + 2; }
__attribute__((constructor(200))) static void begin_first(void) { trace = trace * 10 + 1; }

static void handler(void) { trace = trace * 10 + 3; }

__attribute__((destructor)) static void end_first(void)
{
#ifdef QUICKLY
    assert(0);
#endif
    trace = trace * 10 + 4;
}
__attribute__((destructor(200))) static void end(void)
{
#ifdef TOLD
    assert(trace != 1234);
#else
    assert(trace == 1234);
#endif
}

int main(void)
{
    atexit(handler);
#ifdef QUICKLY
    _Exit(0);
#endif
    return 0;
}
