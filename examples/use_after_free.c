#include <pthread.h>
#include <stdlib.h>

/* Two threads hold a reference to one object, and who drops the last one frees it.
   The count is protected, but it is looked at again after unlocking: both threads
   can then find it at zero. */
struct object {
    pthread_mutex_t lock;
    int references;
};

struct object *shared;

void *drop(void *unused) {
    pthread_mutex_lock(&shared->lock);
    shared->references--;
    pthread_mutex_unlock(&shared->lock);
    if (shared->references == 0)
        free(shared);
    return NULL;
}

int main(void) {
    pthread_t thread;

    shared = malloc(sizeof *shared);
    pthread_mutex_init(&shared->lock, NULL);
    shared->references = 2;
    pthread_create(&thread, NULL, drop, NULL);
    drop(NULL);
    pthread_join(thread, NULL);
    return 0;
}
