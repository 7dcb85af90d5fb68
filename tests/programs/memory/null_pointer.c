// Reading or writing through a null pointer.
// expect: memory violated
// variant: -DWRITE
// expect: memory violated
// variant: -DMEMBER
// expect: memory violated
// variant: -DFINE
// expect: memory holds
// expect: assert holds
#include <assert.h>
#include <stddef.h>

struct pair { int a, b; };

int main(void) {
    struct pair object = {1, 2}, *pointer = NULL;
    int *number = NULL;
#if defined FINE
    pointer = &object;
    number = &pointer->b;
    assert(*number == 2);
#elif defined WRITE
    *number = 3;
#elif defined MEMBER
    return pointer->b;
#else
    return *number;
#endif
    return 0;
}
