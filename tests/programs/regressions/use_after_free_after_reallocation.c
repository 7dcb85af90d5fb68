// A pointer to a freed block stays wrong after a block of the same size was allocated at the same place in the code.
// expect: memory violated
// variant: -DKEEP
// expect: memory holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *current;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void replace(int value) {
    int *block = malloc(sizeof *block);
    *block = value;
    int *old = current;
    current = block;
#ifndef KEEP
    free(old);
#endif
}

void *worker(void *unused) {
    pthread_mutex_lock(&mutex);
    int *mine = current;
    pthread_mutex_unlock(&mutex);
    assert(*mine >= 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    replace(0);
    pthread_create(&thread, 0, worker, 0);
    for (int round = 1; round < 3; round++) {
        pthread_mutex_lock(&mutex);
        replace(round);
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, 0);
    return 0;
}
