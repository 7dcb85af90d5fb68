// The loop that counts one too far.
// expect: memory violated
// variant: -DLAST=<
// expect: memory holds
// expect: assert holds
#include <assert.h>

#ifndef LAST
#define LAST <=
#endif

int main(void) {
    int squares[4], sum = 0;
    for (int i = 0; i LAST 4; i++)
        squares[i] = i * i;
    for (int i = 0; i < 4; i++)
        sum += squares[i];
    assert(sum == 14);
    return 0;
}
