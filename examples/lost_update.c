#include <assert.h>
#include <pthread.h>

/* `counter++` looks like one step and is two: a load and a store. When the other
   thread comes between, one of the two increments is lost. */
int counter;

void *worker(void *unused) {
    counter++;
    return NULL;
}

int main(void) {
    pthread_t first, second;

    /* Two threads, each of which increments the counter once. */
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);

    assert(counter == 2);
    return 0;
}
