// A local variable that was never set can hold anything.
// expect: assert violated
// variant: -DSET=0
// expect: assert holds
#include <assert.h>

int main(void) {
    int n;
#ifdef SET
    n = SET;
#endif
    assert(n == 0);
    return 0;
}
