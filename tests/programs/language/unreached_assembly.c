// Inline assembly that is never reached does not matter.
// expect: assert holds
#include "check.h"

static int wanted;

int main(void) {
    if (wanted)
        __asm__ volatile("hlt");
    assert(!wanted);
    return 0;
}
