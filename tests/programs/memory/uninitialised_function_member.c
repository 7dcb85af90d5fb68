// The same for a member of a structure on the heap: nothing else is shown to be wrong.
// expect: memory violated
// expect: assert unknown
// variant: -DWRITTEN
// expect: memory holds
// expect: assert violated
#include <assert.h>
#include <stdlib.h>

struct device {
    int number;
    void (*open)(void);
};

static void never_called(void)
{
    assert(0);
}

void (*kept)(void) = never_called;

int main(void)
{
    struct device *device = malloc(sizeof *device);
    device->number = 1;
#ifdef WRITTEN
    device->open = kept;
#endif
    device->open();
    free(device);
    return 0;
}
