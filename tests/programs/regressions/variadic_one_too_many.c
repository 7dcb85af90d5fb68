// Who asks for more arguments than there are reads what nobody has passed; also behind a
// structure, if that fills its register.
// versions: all
// expect: memory violated
#include <stdarg.h>

struct pair {
    int first, second;
};

static long sum(int count, ...)
{
    va_list all;
    va_start(all, count);
    struct pair pair = va_arg(all, struct pair);
    long more = va_arg(all, long);
    va_end(all);
    return pair.first + pair.second + more;
}

int main(void)
{
    struct pair given = {1, 2};
    return (int)sum(1, given);
}
