// Threads that only try for the second lock cannot wait for each other.
// expect: deadlock holds
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int both;
void attempt(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) {
        both++;
        pthread_mutex_unlock(second);
    }
    pthread_mutex_unlock(first);
}
void *worker(void *unused) { attempt(&b, &a); return 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    attempt(&a, &b);
    pthread_join(thread, 0);
    assert(both == 0 || both == 1 || both == 2);
    return 0;
}
