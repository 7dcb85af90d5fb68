// Asking whether a thread is there is not allowed once it was joined.
// expect: memory violated
// variant: -DBEFORE
// expect: memory holds
#include <pthread.h>
#include <signal.h>

static void *nothing(void *unused) { return unused; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, nothing, 0);
#ifdef BEFORE
    pthread_kill(thread, 0);
#endif
    pthread_join(thread, 0);
#ifndef BEFORE
    pthread_kill(thread, 0);
#endif
    return 0;
}
