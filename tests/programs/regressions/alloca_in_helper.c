// A stack object of a helper that a started thread still uses is gone when the helper returns.
// expect: memory violated
#include <pthread.h>
pthread_t thread;
void *worker(void *argument) { *(int *)argument = 1; return 0; }
void start(void) {
    int local = 0;
    pthread_create(&thread, 0, worker, &local);
}
int main(void) {
    start();
    pthread_join(thread, 0);
    return 0;
}
