// A mutex keeps two updates apart; without it one of them may get lost.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// variant: -DWITHOUT
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused) {
#ifndef WITHOUT
    assert(pthread_mutex_lock(&lock) == 0);
#endif
    counter++;
#ifndef WITHOUT
    assert(pthread_mutex_unlock(&lock) == 0);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(counter == 2);
    return 0;
}
