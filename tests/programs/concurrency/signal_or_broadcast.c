// One signal wakes one of two waiting threads; only a broadcast wakes both.
// expect: deadlock holds
// expect: race holds
// slow: schedule uw order
// variant: -DWAKE=pthread_cond_signal
// expect: deadlock violated
// slow: schedule uw order
#include <pthread.h>

#ifndef WAKE
#define WAKE pthread_cond_broadcast
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t start = PTHREAD_COND_INITIALIZER;
static int started;

static void *runner(void *unused) {
    pthread_mutex_lock(&lock);
    while (!started)
        pthread_cond_wait(&start, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, runner, 0);
    pthread_create(&second, 0, runner, 0);
    pthread_mutex_lock(&lock);
    started = 1;
    WAKE(&start);
    pthread_mutex_unlock(&lock);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
