// A handler may be registered while main ends.
// expect: race holds
// expect: memory holds
// variant: -DTHREAD_ONLY
// expect: race unknown
#include <pthread.h>
#include <stdlib.h>

static void handler(void) {}

static void *registers(void *unused)
{
    atexit(handler);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, registers, 0);
#ifdef THREAD_ONLY
    pthread_exit(0);
#endif
    return 0;
}
