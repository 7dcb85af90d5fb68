// A mutex that nobody initialised may be anything, one that was destroyed too; whether a thread
// waits for it depends on that as well.
// expect: deadlock violated
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *mutex)
{
    pthread_mutex_lock(mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, malloc(sizeof(pthread_mutex_t)));
    pthread_join(thread, 0);
    return 0;
}
