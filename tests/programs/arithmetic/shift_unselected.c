// Where nobody asks about shifts, the amount counts modulo the width.
// args: --check assert
// expect: assert holds
#include <assert.h>

static unsigned value = 6;
static int amount = 33;

int main(void) {
    assert(value << amount == 12);
    assert(value >> amount == 3);
    return 0;
}
