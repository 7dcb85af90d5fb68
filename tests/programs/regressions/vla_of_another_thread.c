// A variable-length array that another thread uses after its block has ended is an error.
// expect: memory violated
// variant: -DJOIN
// expect: memory holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>
void *worker(void *argument) {
    int *array = argument;
    array[1] = 5;
    return 0;
}
int main(void) {
    pthread_t thread;
    volatile int size = 2;
    {
        int array[size];
        array[1] = 0;
        pthread_create(&thread, 0, worker, array);
#ifdef JOIN
        pthread_join(thread, 0);
        assert(array[1] == 5);
#endif
    }
#ifndef JOIN
    pthread_join(thread, 0);
#endif
    return 0;
}
