// Two threads exit at the same time: the handlers run once.
// expect: assert holds
// expect: race holds
// expect: memory holds
// expect: deadlock holds
// slow: order
// variant: -DHANDLER_EXITS
// expect: assert holds
// expect: deadlock holds
// slow: order
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int calls;

static void count(void)
{
    calls++;
    assert(calls == 1);
#ifdef HANDLER_EXITS
    exit(1);
#endif
}

static void *exits(void *unused)
{
    exit(2);
}

int main(void)
{
    pthread_t thread;
    atexit(count);
    pthread_create(&thread, 0, exits, 0);
    return 0;
}
