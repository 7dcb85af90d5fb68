// barrier (table 1 of the paper): threads wait for each other at a barrier that counts who has
// come.
// Property: who goes on knows that all have come. It is violated: the barrier opens when one
// is missing.
// Loops: THREADS, and waiting.
#include <assert.h>
#include <pthread.h>

#define THREADS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int arrived;

static int count(int more) {
    pthread_mutex_lock(&lock);
    arrived += more;
    int now = arrived;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *worker(void *unused) {
    count(1);
    while (count(0) < THREADS - 1)
        ;
    assert(count(0) == THREADS);
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
