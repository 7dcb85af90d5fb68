// Printing a string that another thread writes is a race, unless a lock keeps them apart.
// expect: race violated
// variant: -DLOCKED
// expect: race holds
// expect: memory holds
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char status[8] = "idle";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void enter(void) {
#ifdef LOCKED
    pthread_mutex_lock(&mutex);
#endif
}

static void leave(void) {
#ifdef LOCKED
    pthread_mutex_unlock(&mutex);
#endif
}

static void *work(void *unused) {
    enter();
    strcpy(status, "busy");
    leave();
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    enter();
    printf("status: %s\n", status);
    leave();
    pthread_join(thread, NULL);
    return 0;
}
