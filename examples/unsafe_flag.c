#include <assert.h>
#include <pthread.h>

/* One thread writes a message and raises a flag; main looks at the flag. In the
   order of the program nothing can go wrong, and yet compilers and processors may
   change that order: both variables race. Declare `ready` as `_Atomic int`. */
int message;
int ready;

void *sender(void *unused) {
    message = 42;
    ready = 1;
    return NULL;
}

int main(void) {
    pthread_t thread;

    pthread_create(&thread, NULL, sender, NULL);
    if (ready)
        assert(message == 42);
    pthread_join(thread, NULL);
    return 0;
}
