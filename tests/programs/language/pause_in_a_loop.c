// The instructions of x86 for waiting loops and for the order of accesses change no value.
// expect: assert holds
// unwind: 2 incomplete
// targets: lp64
#include "check.h"

static _Atomic int ready;
static int message;

static void *sending(void *unused)
{
    message = 7;
    __builtin_ia32_sfence();
    ready = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sending, 0);
    while (!ready)
        __builtin_ia32_pause();
    __builtin_ia32_lfence();
    __builtin_ia32_mfence();
    assert(message == 7);
    pthread_join(thread, 0);
    return 0;
}
