// A thread may start in a function of another type, as machines do not mind: the argument is cut,
// and of a narrow result the other bits are open.
// args: --check assert,race,memory
// expect: assert holds
// expect: race holds
// variant: -DNARROW=40
// expect: assert violated
// variant: -DWHOLE
// targets: lp64
// expect: assert violated
// variant: -DNOTHING
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef NARROW
#define NARROW 41
#endif

static int seen;

#ifdef NOTHING
static void start(void)
{
    seen = 41;
}
#else
static int start(int argument)
{
    seen = argument;
    return argument + 1;
}
#endif

int main(void)
{
    pthread_t thread;
    void *result = NULL;
    pthread_create(&thread, NULL, (void *(*)(void *))start, (void *)40L);
    pthread_join(thread, &result);
#if defined NOTHING
    assert(seen == 41);
#elif defined WHOLE
    assert((long)result == 41);
#else
    assert(seen == 40);
    assert((int)(long)result == NARROW);
#endif
    return 0;
}
