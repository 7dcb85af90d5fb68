// A structure of sixteen bytes, of which only eight mean anything, goes through one vector
// register; the callee copies all sixteen from where the registers were kept.
// expect: assert holds
// expect: memory holds
#include <assert.h>
#include <stdarg.h>

struct padded {
    double value;
    char : 7;
};

static double last(int count, ...)
{
    va_list all;
    va_start(all, count);
    struct padded found = va_arg(all, struct padded);
    va_end(all);
    return found.value;
}

int main(void)
{
    struct padded given = {2.5};
    assert(last(1, given) == 2.5);
    return 0;
}
