// Volatile objects: every access written is made, and the values are ordinary.
// expect: assert holds
// variant: -DEXPECTED=1
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 3
#endif

static volatile int port = 1;
static volatile struct { char low; volatile long high; } device;

int main(void) {
    volatile int local = 2;
    int *volatile pointer = (int *)&local;
    *pointer += port;
    device.high = local;
    device.low = (char)device.high;
    (void)port;
    assert(device.low == EXPECTED);
    return 0;
}
