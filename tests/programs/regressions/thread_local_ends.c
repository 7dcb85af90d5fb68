// A thread's own variables end with it.
// expect: memory violated
// variant: -DKEEP
// expect: memory holds
#include <pthread.h>
#ifdef KEEP
static int mine;
#else
static _Thread_local int mine;
#endif
void *worker(void *unused) { return &mine; }
int main(void) {
    pthread_t thread;
    void *pointer;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &pointer);
    return *(int *)pointer;
}
