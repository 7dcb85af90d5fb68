// To call what a variable that was never written points to is a memory error, and nothing else:
// no function is made up for it.
// expect: memory violated
// expect: assert holds
// variant: -DWRITTEN
// expect: memory holds
// expect: assert violated
#include <assert.h>

static void never_called(void)
{
    assert(0);
}

void (*kept)(void) = never_called;

int main(void)
{
    void (*function)(void);
#ifdef WRITTEN
    function = kept;
#endif
    function();
    return 0;
}
