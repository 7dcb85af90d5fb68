// After pthread_exit in main the others go on, and main's variables are gone.
// expect: memory violated
// variant: -DGLOBAL
// expect: memory holds
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>
int global = 3;
void *worker(void *argument) {
    int *pointer = argument;
    assert(*pointer == 3);
    return 0;
}
int main(void) {
    int local = 3;
    pthread_t thread;
#ifdef GLOBAL
    pthread_create(&thread, 0, worker, &global);
#else
    pthread_create(&thread, 0, worker, &local);
#endif
    pthread_detach(thread);
    pthread_exit(0);
}
