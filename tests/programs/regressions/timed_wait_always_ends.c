// A wait with a time limit ends, although nobody signals; the lock is held again afterwards.
// expect: deadlock holds
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int shared;

void *worker(void *unused) {
    pthread_mutex_lock(&mutex);
    shared++;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    struct timespec limit = {0, 0};
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    int before = shared;
    int result = pthread_cond_timedwait(&condition, &mutex, &limit);
    assert(result == 0 || result == ETIMEDOUT);
    int after = shared;
    assert(after == before || after == before + 1);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
