// buggy_simple_loop1 (table 1 of the paper): any number of threads, each of which looks at a
// variable and then changes it under a lock, again and again.
// Property: the variable is never seen to be zero. It is violated: who looks does so without
// the lock, under which it is zero for a moment.
// Loops: without end.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value = 1;

static void *worker(void *unused) {
    for (;;) {
        assert(value > 0);
        pthread_mutex_lock(&lock);
        value = 0;
        value = 1;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
