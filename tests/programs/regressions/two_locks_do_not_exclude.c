// Two different locks do not exclude each other.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int counter;

void *worker(void *argument) {
    pthread_mutex_t *lock = argument;
    pthread_mutex_lock(lock);
    counter++;
    pthread_mutex_unlock(lock);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, &locks[0]);
    pthread_create(&second, 0, worker, &locks[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2);
    return 0;
}
