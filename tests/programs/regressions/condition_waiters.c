// A signal wakes one of those that wait at that moment, and nobody who comes later.
// expect: deadlock violated
// slow: order
// variant: -DBROADCAST
// expect: deadlock holds
// expect: assert holds
// slow: order
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int open, passed;

void *waiter(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!open) pthread_cond_wait(&condition, &mutex);
    passed++;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, waiter, 0);
    pthread_create(&second, 0, waiter, 0);
    pthread_mutex_lock(&mutex);
    open = 1;
#ifdef BROADCAST
    pthread_cond_broadcast(&condition);
#else
    pthread_cond_signal(&condition);
#endif
    pthread_mutex_unlock(&mutex);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(passed == 2);
    return 0;
}
