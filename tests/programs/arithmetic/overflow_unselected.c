// Where nobody asks about overflow, signed numbers wrap around and the program goes on.
// args: --check assert
// expect: assert holds
// variant: -DEXPECTED=INT_MAX
// expect: assert violated
#include <assert.h>
#include <limits.h>

#ifndef EXPECTED
#define EXPECTED INT_MIN
#endif

static int most = INT_MAX;

int main(void) {
    int n = most + 1;
    assert(n == EXPECTED);
    return 0;
}
