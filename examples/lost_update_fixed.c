#include <assert.h>
#include <pthread.h>

/* The same program with a lock around the increment. Raddle does not sample a few
   runs of it: it looks at every order in which the threads can take turns, so that
   the answer is a proof. */
int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;

    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);

    assert(counter == 2);
    return 0;
}
