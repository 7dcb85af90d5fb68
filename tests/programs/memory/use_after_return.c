// The address of a local variable outlives its function.
// expect: memory violated
// variant: -DSTATIC
// expect: memory holds
// expect: assert holds
#include <assert.h>

static int *leak(void) {
#ifdef STATIC
    static int number;
#else
    int number;
#endif
    int *address = &number;
    number = 7;
    return address;
}

int main(void) {
    int *p = leak();
    assert(*p == 7);
    return 0;
}
