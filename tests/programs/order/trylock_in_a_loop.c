// Trying a lock until it succeeds excludes the other thread; trying it once does not.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DONCE
// expect: race violated
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused) {
#ifdef ONCE
    int busy = pthread_mutex_trylock(&lock);
    counter++;
    if (!busy)
        pthread_mutex_unlock(&lock);
#else
    while (pthread_mutex_trylock(&lock))
        ;
    counter++;
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
#ifndef ONCE
    assert(counter == 2);
#endif
    return 0;
}
