// strcpy and memset touch the program's memory, and race like its own accesses.
// expect: race violated
// variant: -DLOCKED
// expect: race holds
// expect: memory holds
#include <pthread.h>
#include <string.h>

char text[4];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#ifdef LOCKED
#define lock() pthread_mutex_lock(&mutex)
#define unlock() pthread_mutex_unlock(&mutex)
#else
#define lock()
#define unlock()
#endif

void *worker(void *unused) {
    lock();
    strcpy(text, "ab");
    unlock();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    lock();
    memset(text, 0, sizeof text);
    unlock();
    pthread_join(thread, 0);
    return 0;
}
