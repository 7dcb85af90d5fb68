// Whoever goes round until a lock is had reads in between what its owner wrote before it came.
// expect: race violated
// variant: -DBEHIND
// expect: race holds
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *owner(void *unused) {
    pthread_mutex_lock(&mutex);
    data = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, 0, owner, 0);
    while (pthread_mutex_trylock(&mutex) != 0) {
#ifndef BEHIND
        seen = data;
#endif
    }
    seen = data;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return seen;
}
