// A loop of known length is followed to its end, so that nothing about it is bounded.
// expect: assert holds
// expect: overflow holds
// variant: -DSUM=54
// expect: assert violated
#include <assert.h>

#ifndef SUM
#define SUM 55
#endif

int main(void) {
    int sum = 0;
    for (int i = 0; i <= 10; i++)
        sum += i;
    assert(sum == SUM);
    return 0;
}
