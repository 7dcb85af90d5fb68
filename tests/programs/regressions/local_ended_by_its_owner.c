// The local variable is touched by the child alone; but the function that it belongs to may
// return before, and then it is gone.
// expect: memory violated
// expect: race holds
// variant: -DJOINED
// expect: memory holds
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *child(void *place)
{
    done = 1;
    *(int *)place = 2;
    return 0;
}

static void parent(void)
{
    int local;
    pthread_t thread;
    pthread_create(&thread, 0, child, &local);
#ifdef JOINED
    pthread_join(thread, 0);
#else
    while (!done)
        ;
#endif
}

int main(void)
{
    parent();
    return 0;
}
