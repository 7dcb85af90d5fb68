// Where optimised code overflowed in C cannot be told: no answer may claim that it never does.
// args: --optimise 1
// expect: overflow unknown
// expect: shift unknown
// expect: assert holds
#include <assert.h>

int main(void) {
    volatile int large = 2147483647;
    volatile int sum = large + 1;
    assert(sum != 5);
    return 0;
}
