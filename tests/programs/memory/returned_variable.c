// A variable whose value is returned ends with its function: it is not the caller's object.
// expect: memory violated
// variant: -DOWN
// expect: memory holds
// expect: assert holds
// variant: -DOWN -DEXPECTED=5
// expect: assert violated
#include <assert.h>

#ifndef EXPECTED
#define EXPECTED 0
#endif

struct row {
    int elements[8];
};
int *kept;

struct row make(int *element)
{
    struct row made = {{0}};
    kept = &made.elements[1];
    *element = 5;
    return made;
}

int main(void)
{
    struct row own = make(&own.elements[1]);
#ifdef OWN
    assert(own.elements[1] == EXPECTED);
    return 0;
#else
    return *kept;
#endif
}
