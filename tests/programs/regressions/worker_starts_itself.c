// A thread whose function starts itself again is not alone of its kind.
// expect: race violated
#include <pthread.h>

int counter, rounds;

void *worker(void *argument) {
    pthread_t thread;
    long left = (long)argument;
    if (left > 0) pthread_create(&thread, 0, worker, (void *)(left - 1));
    counter++;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, (void *)1L);
    return 0;
}
